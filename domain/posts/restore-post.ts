import { copyPendingChangesToRevisions } from '#db/queries/pending-changes.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { autosavePost, type AutosavedPost } from './autosave-post.ts';
import { pruneRevisions } from '#domain/editing/prune-revisions.ts';

/**
 * Writes an earlier state into a draft or into the pending changes of a published post. The replaced state becomes a
 * revision. No public page changes.
 * @param input the form's fields of the whole post, with the versions that it was loaded at
 * @throws not-found, invalid input, or conflict
 */
export async function restorePost(ctx: DomainContext, id: string, input: unknown): Promise<AutosavedPost> {
  requirePermission(ctx, 'edit-content');
  if (!isId(id)) throw notFound('Post not found.');
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    await copyPendingChangesToRevisions(trx, id);
    await pruneRevisions(trx, { post: id }, ctx.now());
    return autosavePost(tx, id, input, 'save');
  });
}
