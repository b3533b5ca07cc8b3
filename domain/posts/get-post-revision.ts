import { findRevision } from '#db/queries/revisions.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { findGoneImages } from '#domain/images/find-images.ts';
import { imageAddress } from '#domain/images/image.ts';
import { imagesIn } from '#domain/html/html-tree.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { imageFields, usedImages } from './used-images.ts';
import { isId } from '#domain/fields/fields.ts';
import type { FieldName, PostState } from './post-fields.ts';
import { readState } from './post-state.ts';

/** Images of a revision that have been deleted since: those of its fields, and how many in its body. */
export type GoneImages = { fields: FieldName[]; inBody: number };

/**
 * An earlier state of a post. An image of a field that has been deleted since is left out, so that the rest can be
 * restored.
 * @throws not-found, also for a revision that was deleted
 */
export async function getPostRevision(
  ctx: Core,
  postId: string,
  id: string,
): Promise<PostState & { gone: GoneImages }> {
  requirePermission(ctx, 'edit-content');
  const row = isId(postId) && isId(id) ? await findRevision(ctx.db, postId, id) : undefined;
  if (!row) throw notFound('This revision is no longer kept.');
  const state = readState(row);
  const used = usedImages(state, imagesIn(readHtml(state.content)));
  const addresses = await findGoneImages(
    ctx.db,
    used.map(({ key }) => imageAddress(key)),
  );
  const places = used.filter(({ key }) => addresses.has(imageAddress(key))).map(({ place }) => place);
  const fields = imageFields.filter(({ place }) => places.includes(place)).map(({ name }) => name);
  const gone: GoneImages = { fields, inBody: places.length - fields.length };
  return { ...state, ...Object.fromEntries(fields.map((name) => [name, null])), gone };
}
