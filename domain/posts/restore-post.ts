import { copyPendingChangesToRevisions } from '#db/queries/pending-changes.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { autosavePost, type AutosavedPost } from './autosave-post.ts';
import { pruneRevisions } from './prune-revisions.ts';

/**
 * Puts an earlier text in place of the one being edited: of the draft, or of the working draft of a published post. What
 * it replaces is kept among the revisions; nothing that a visitor sees changes.
 * @param input the whole post as it shall be, with the versions it was chosen at
 * @throws not-found, invalid input, or conflict.
 */
export async function restorePost(ctx: DomainContext, id: string, input: unknown): Promise<AutosavedPost> {
  requireActor(ctx);
  if (!isId(id)) throw notFound('Post not found.');
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    await copyPendingChangesToRevisions(trx, id);
    await pruneRevisions(trx, id, ctx.now());
    return autosavePost(tx, id, input, 'save');
  });
}
