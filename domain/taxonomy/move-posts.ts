import {
  countPostsOfTerm,
  lockTerms,
  maxPostsMoved,
  movePostsOfTerm,
  type TermKind,
} from '#db/queries/managed-terms.ts';
import { inTransaction, type Core } from '#domain/core/context.ts';

/**
 * Gives the posts of a large term to another one, or takes it from them with null, all but the last ones: in transactions of
 * their own, between which others save. What was moved before an interruption stays moved.
 * @returns how many posts had it
 */
export async function moveMostPosts(
  ctx: Core,
  kind: TermKind,
  id: string,
  intoId: string | null,
): Promise<number> {
  const posts = await countPostsOfTerm(ctx.db, kind, id);
  const ids = intoId === null ? [id] : [id, intoId];
  for (let left = posts; left > maxPostsMoved;) {
    const moved = await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
      if ((await lockTerms(trx, kind, ids)).length < ids.length) return 0;
      afterCommit('contentChanged');
      return movePostsOfTerm(trx, kind, id, intoId);
    });
    if (moved === 0) break;
    left -= moved;
  }
  return posts;
}
