import { findImageByKey } from '#db/queries/images.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { imageKeyOf, type StoredImage } from './image.ts';
import { presentImage } from './present-image.ts';

/** The stored image at an address; null when there is none. */
export async function findImage(ctx: DomainContext, address: string): Promise<StoredImage | null> {
  requirePermission(ctx, 'edit-content');
  const key = imageKeyOf(address);
  const row = key === null ? undefined : await findImageByKey(ctx.db, key);
  return row ? presentImage(row) : null;
}
