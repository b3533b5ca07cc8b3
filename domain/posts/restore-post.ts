import { copyPendingChangesToRevisions } from '#db/queries/pending-changes.ts';
import { inTransaction, requirePermission, type Core, type Secrets } from '#domain/core/context.ts';
import { pruneRevisions } from '#domain/editing/revisions-to-prune.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import type { TextWork } from '#domain/text-work/text-work.ts';
import { autosavePost, type AutosavedPost } from './autosave-post.ts';
import { getPostRevision } from './get-post-revision.ts';
import { getNewestState } from './get-post-with-pending-changes.ts';
import { restoredState } from './post-parts.ts';
import type { Begun } from './begun.ts';
import type { PostState } from './post-fields.ts';

/**
 * Takes parts of an earlier version into the text that is being edited.
 * @throws not-found, invalid, or conflict
 */
export async function restorePost(
  ctx: Core & Secrets & TextWork,
  id: string,
  chosen: { revision: string; parts: readonly unknown[] },
  begun: Begun,
): Promise<AutosavedPost> {
  if (chosen.parts.length === 0) throw invalid('Choose what to restore.');
  const [{ current }, earlier] = await Promise.all([
    getNewestState(ctx, id),
    getPostRevision(ctx, id, chosen.revision),
  ]);
  return replaceText(ctx, id, restoredState(current, earlier, chosen.parts), begun);
}

/**
 * Writes a state into a draft or into the pending changes of a published post. The replaced state becomes a revision. No
 * public page changes.
 * @throws not-found, invalid, or conflict
 */
export async function replaceText(
  ctx: Core & Secrets & TextWork,
  id: string,
  state: PostState,
  begun: Begun,
): Promise<AutosavedPost> {
  requirePermission(ctx, 'edit-content');
  if (!isId(id)) throw notFound('Post not found.');
  return inTransaction(ctx, async (tx) => {
    await copyPendingChangesToRevisions(tx.db, id);
    await pruneRevisions(tx.db, { post: id }, ctx.now());
    return autosavePost(tx, id, state, begun, 'save');
  });
}
