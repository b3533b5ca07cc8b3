import type { Database } from '#db/client.ts';
import { listStoredKeys } from '#db/queries/images.ts';
import { findRevision, listRevisions } from '#db/queries/revisions.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { imageAddress, type ImageKey } from '#domain/images/image.ts';
import { usedImages } from '#domain/images/used-images.ts';
import { isId } from '#domain/text/fields.ts';
import { cleanHtml } from '#domain/text/html.ts';
import { readSettings } from './post-settings.ts';
import type { PostState } from './post.ts';

export type Revision = {
  id: string;
  /** A button, the form by itself, something else than the form, or a working draft that was put aside. */
  kind: 'save' | 'autosave' | 'other' | 'discarded';
  savedBy: string | null;
  savedAt: Date;
};

/** The earlier states of a post that are kept, newest first. The present one is the post itself. */
export async function listPostRevisions(ctx: DomainContext, postId: string): Promise<Revision[]> {
  requireActor(ctx);
  if (!isId(postId)) throw notFound('Post not found.');
  const rows = await listRevisions(ctx.db, postId);
  return rows.map((row) => ({
    id: row.id,
    kind: row.save_kind,
    savedBy: row.saved_by_name,
    savedAt: row.saved_at,
  }));
}

/** Images of a state that have been deleted since. */
export type GoneImages = { featured: boolean; inBody: number };

/**
 * What a post was. A featured image that has been deleted since is left out, so that the rest can be restored.
 * @throws not-found, also for what has been let go.
 */
export async function getPostRevision(
  ctx: DomainContext,
  postId: string,
  id: string,
): Promise<PostState & { gone: GoneImages }> {
  requireActor(ctx);
  const row = isId(postId) && isId(id) ? await findRevision(ctx.db, postId, id) : undefined;
  if (!row) throw notFound('This revision is no longer kept.');
  const settings = readSettings(row.settings);
  const content = cleanHtml(row.content);
  const gone = await findGoneImages(ctx.db, settings.featuredImage, content);
  return { ...settings, featuredImage: gone.featured ? null : settings.featuredImage, content, gone };
}

async function findGoneImages(
  db: Database,
  featuredImage: string | null,
  content: string,
): Promise<GoneImages> {
  const { featured, body } = usedImages(featuredImage, content);
  const used = featured ? [featured, ...body] : body;
  if (used.length === 0) return { featured: false, inBody: 0 };
  const stored = new Set((await listStoredKeys(db, used)).map(imageAddress));
  const isGone = (key: ImageKey) => !stored.has(imageAddress(key));
  return { featured: featured !== null && isGone(featured), inBody: body.filter(isGone).length };
}
