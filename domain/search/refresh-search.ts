import { lockStalePosts } from '#db/queries/search.ts';
import { inTransaction } from '#db/transaction.ts';
import type { DomainContext } from '#domain/context.ts';
import { indexPost } from './index-post.ts';
import { indexVersion } from './search-document.ts';

/** So many posts share a short transaction: nobody waits for it, and stopping loses no more. */
const postsAtOnce = 20;

/**
 * Makes the words of every post that has none of the current recipe: of a database from before the search, after the
 * recipe changed, and of posts that were written past the application. Several instances share the work.
 * @returns how many posts were done.
 */
export async function refreshSearch(ctx: Pick<DomainContext, 'db'>, signal: AbortSignal): Promise<number> {
  let done = 0;
  while (!signal.aborted) {
    const posts = await inTransaction(ctx.db, async (trx) => {
      const stale = await lockStalePosts(trx, indexVersion, postsAtOnce);
      for (const { id, ...post } of stale) await indexPost(trx, id, post);
      return stale.length;
    });
    if (posts === 0) break;
    done += posts;
  }
  return done;
}
