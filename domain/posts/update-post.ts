import { endPendingChanges } from '#db/queries/pending-changes.ts';
import { lockPost } from '#db/queries/posts.ts';
import { retryAfterLostCommit, retryWhenTaken } from '#db/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { describeFeaturedImage } from '#domain/images/describe-image.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { editedPostInput } from './post-input.ts';
import { assertVersion } from './assert-version.ts';
import { updatedPost, writePost, type UpdatedPost } from './write-post.ts';

/**
 * Saves a post, its tags and what the form says about its featured image, all or nothing. Its pending changes end.
 * @param input the form's fields with the `version` that they were loaded at
 * @throws not-found, invalid input, or conflict when another user saved since that version
 */
export async function updatePost(ctx: DomainContext, id: string, input: unknown): Promise<UpdatedPost> {
  requirePermission(ctx, 'edit-content');
  const post = parseInput(editedPostInput, input);
  if (!isId(id)) throw notFound('Post not found.');

  const save = (isAgain: boolean) =>
    inTransaction(ctx, async ({ db: trx, afterCommit }) => {
      const before = await lockPost(trx, id);
      if (!before) throw notFound('Post not found.');
      if (isAgain && isSavedBy(before, post.saveKey)) {
        // What the first attempt announced may be lost with its response.
        afterCommit('contentChanged');
        afterCommit('imagesDropped');
        return updatedPost(before);
      }
      await assertVersion(trx, before, post);
      await endPendingChanges(trx, id, post.pendingVersion);
      const written = { ...post, imageDescription: null };
      const { dropsImages, ...saved } = await writePost(trx, ctx, before, written, {
        kind: 'save',
        key: post.saveKey,
      });
      const isDescribed = await describeFeaturedImage(trx, post);
      if (saved.published || before.published || isDescribed) afterCommit('contentChanged');
      if (dropsImages) afterCommit('imagesDropped');
      return saved;
    });
  return retryAfterLostCommit((isAgain) => retryWhenTaken(() => save(isAgain)));
}

/** Whether this save was stored before and only its response was lost. */
export function isSavedBy(stored: { save_key: string }, saveKey: string | null): boolean {
  return saveKey !== null && stored.save_key === saveKey;
}
