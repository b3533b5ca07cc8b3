import type { Database } from '#db/client.ts';
import { listStoredKeys } from '#db/queries/images.ts';
import { findRevision } from '#db/queries/revisions.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { imageAddress, type ImageKey } from '#domain/images/image.ts';
import { usedImages } from '#domain/images/used-images.ts';
import { isId } from '#domain/text/fields.ts';
import { cleanHtml } from '#domain/text/html.ts';
import { readSettings } from './post-settings.ts';
import type { PostState } from './post.ts';

/** Images of a revision that have been deleted since. */
export type GoneImages = { featured: boolean; social: boolean; inBody: number };

/**
 * An earlier state of a post. A featured or social image that has been deleted since is left out, so that the rest can be
 * restored.
 * @throws not-found, also for a revision that was deleted
 */
export async function getPostRevision(
  ctx: DomainContext,
  postId: string,
  id: string,
): Promise<PostState & { gone: GoneImages }> {
  requirePermission(ctx, 'edit-content');
  const row = isId(postId) && isId(id) ? await findRevision(ctx.db, postId, id) : undefined;
  if (!row) throw notFound('This revision is no longer kept.');
  const settings = readSettings(row.settings);
  const content = cleanHtml(row.content);
  const gone = await findGoneImages(ctx.db, { ...settings, content });
  return {
    ...settings,
    featuredImage: gone.featured ? null : settings.featuredImage,
    socialImage: gone.social ? null : settings.socialImage,
    content,
    gone,
  };
}

async function findGoneImages(db: Database, state: Parameters<typeof usedImages>[0]): Promise<GoneImages> {
  const { featured, social, body } = usedImages(state);
  const used = [featured, social, ...body].filter((key) => key !== null);
  if (used.length === 0) return { featured: false, social: false, inBody: 0 };
  const stored = new Set((await listStoredKeys(db, used)).map(imageAddress));
  const isGone = (key: ImageKey | null) => key !== null && !stored.has(imageAddress(key));
  return { featured: isGone(featured), social: isGone(social), inBody: body.filter(isGone).length };
}
