import type { Database } from '#db/client.ts';
import { archivePendingChanges, deletePendingChanges } from '#db/queries/pending-changes.ts';
import { lockPost } from '#db/queries/posts.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { pruneRevisions } from './prune-revisions.ts';

/** Ends the pending changes of a post that is saved. They become a revision when the caller has not seen them. */
export async function endPendingChanges(
  trx: Database,
  postId: string,
  seenVersion: number | null,
): Promise<void> {
  if (seenVersion === null) await archivePendingChanges(trx, postId);
  else await deletePendingChanges(trx, postId);
}

/** Discards the pending changes of a post. They become a revision. @throws not-found. */
export async function discardPendingChanges(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'edit-content');
  if (!isId(id)) throw notFound('Post not found.');
  await inTransaction(ctx, async ({ db: trx }) => {
    if (!(await lockPost(trx, id))) throw notFound('Post not found.');
    await archivePendingChanges(trx, id);
    await pruneRevisions(trx, id, ctx.now());
  });
}
