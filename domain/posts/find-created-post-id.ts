import { findStored } from '#db/queries/posts.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { isId } from '#domain/fields/fields.ts';

/** The id of the post that a form has created, found by the creation key of the form; null when there is none. */
export async function findCreatedPostId(ctx: Core, creationKey: unknown): Promise<string | null> {
  requirePermission(ctx, 'write-drafts');
  if (typeof creationKey !== 'string' || !isId(creationKey)) return null;
  return (await findStored(ctx.db, { creation_key: creationKey }))?.id ?? null;
}
