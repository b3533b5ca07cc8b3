import { lockStalePosts } from '#db/queries/search.ts';
import { runTransaction } from '#db/transaction.ts';
import type { DomainContext } from '#domain/context.ts';
import { indexPost } from './index-post.ts';
import { indexVersion } from './search-document.ts';

/** Posts in one transaction: few, so that it is short and little is repeated after an interruption. */
const postsAtOnce = 20;

/**
 * Makes the search documents of every post whose document is stale: its index version is older, or it was written without
 * the application. Several instances share the work.
 * @returns number of posts
 */
export async function refreshSearch(ctx: Pick<DomainContext, 'db'>, signal: AbortSignal): Promise<number> {
  let done = 0;
  while (!signal.aborted) {
    const posts = await runTransaction(ctx.db, async (trx) => {
      const stale = await lockStalePosts(trx, indexVersion, postsAtOnce);
      for (const { id, ...post } of stale) await indexPost(trx, id, post);
      return stale.length;
    });
    if (posts === 0) break;
    done += posts;
  }
  return done;
}
