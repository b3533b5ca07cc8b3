import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import {
  dropReplacedImage,
  findImageRow,
  isImageInSite,
  listPostsWithImage,
  lockImages,
  moveImageLinks,
} from '#db/queries/images.ts';
import { lockPost, updatePostRow } from '#db/queries/posts.ts';
import { replaceInPendingChanges } from '#db/queries/pending-changes.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission, type Actor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, invalid, notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { imageAddress } from './image.ts';
import { imageFields } from './used-images.ts';

/**
 * Replaces an image by another one in every post. All posts are changed in one transaction and keep their earlier state
 * as a revision, with the earlier image: this one stays as long as a revision shows it, and is deleted at once when none
 * does. An open form of one of the posts gets a version conflict at its next save.
 * @param byId an image that was uploaded for it.
 * @returns how many posts show the other one now, and whether this one stays for earlier versions of them
 * @throws not-found; conflict when a post began to use the image meanwhile, or the site uses it.
 */
export async function replaceImage(
  ctx: DomainContext,
  id: string,
  byId: string,
): Promise<{ posts: number; isKept: boolean }> {
  const actor = requirePermission(ctx, 'edit-content');
  if (id === byId) throw invalid('Please choose another image.');
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const [before, after] = await Promise.all([storedImage(trx, id), storedImage(trx, byId)]);
    const addresses = { from: imageAddress(before), to: imageAddress(after) };
    // Posts before images: the order in which a save locks them.
    const postIds = await listPostsWithImage(trx, id);
    for (const postId of postIds) await replaceInPost(trx, actor, postId, addresses);

    await lockImages(trx, [id, byId]);
    // It may have been deleted before it was locked.
    await storedImage(trx, byId);
    const now = await listPostsWithImage(trx, id);
    if (now.some((postId) => !postIds.includes(postId))) {
      throw conflict('A post began to use this image just now. Please try again.');
    }
    if (await isImageInSite(trx, id)) {
      throw conflict('The site uses this image too. Choose another one in Site or Authors first.');
    }
    await moveImageLinks(trx, id, byId);
    const isKept = await dropReplacedImage(trx, id);
    await recordActivity(trx, ctx, {
      action: 'image-replaced',
      subject: { id, label: before.original_name || before.name },
      after: { by: after.original_name || after.name, posts: postIds.length },
    });
    afterCommit('contentChanged');
    afterCommit('imagesDropped');
    return { posts: postIds.length, isKept };
  });
}

async function storedImage(trx: Database, id: string) {
  const image = isId(id) ? await findImageRow(trx, id) : undefined;
  if (!image) throw notFound('This image is no longer there.');
  return image;
}

async function replaceInPost(
  trx: Database,
  actor: Actor,
  postId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const post = await lockPost(trx, postId);
  if (!post) return;
  const content = post.content.replaceAll(from, to);
  const columns = imageFields.map(({ column }) => column).filter((column) => post[column] === from);
  if (content !== post.content || columns.length > 0) {
    await updatePostRow(trx, postId, {
      content,
      ...Object.fromEntries(columns.map((column) => [column, to])),
      saved_by: actor.userId,
      save_kind: 'other',
      save_key: randomUUID(),
    });
  }
  await replaceInPendingChanges(
    trx,
    postId,
    { from, to },
    imageFields.map(({ name }) => name),
  );
}
