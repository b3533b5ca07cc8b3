import { endPendingChanges } from '#db/queries/pending-changes.ts';
import { lockPost } from '#db/queries/posts.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { pruneRevisions } from '#domain/editing/revisions-to-prune.ts';

/** Discards the pending changes of a post. They become a revision. @throws not-found. */
export async function discardPendingChanges(ctx: Core, id: string): Promise<void> {
  requirePermission(ctx, 'edit-content');
  if (!isId(id)) throw notFound('Post not found.');
  await inTransaction(ctx, async ({ db: trx }) => {
    if (!(await lockPost(trx, id))) throw notFound('Post not found.');
    await endPendingChanges(trx, id, null);
    await pruneRevisions(trx, { post: id }, ctx.now());
  });
}
