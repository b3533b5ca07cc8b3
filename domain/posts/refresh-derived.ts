import { lockStalePosts } from '#db/queries/search.ts';
import { runTransaction } from '#db/transaction.ts';
import type { DomainContext } from '#domain/context.ts';
import { cleanTree, serializeClean } from '#domain/html/html.ts';
import { indexVersion } from '#domain/search/search-document.ts';
import { layoutMaker } from './post-layout.ts';
import { storeDerived } from './store-derived.ts';

/** Posts in one transaction: few, so that it is short and little is repeated after an interruption. */
const postsAtOnce = 20;

/**
 * Makes the search document and the layout of every post anew of which one is stale: made by an older release or with
 * another key, or the post was written without the application. Several instances share the work.
 * @returns number of posts
 */
export async function refreshDerived(
  { db, deriveKey }: Pick<DomainContext, 'db' | 'deriveKey'>,
  signal: AbortSignal,
): Promise<number> {
  let done = 0;
  const current = { indexVersion, layoutMaker: layoutMaker({ deriveKey }) };
  while (!signal.aborted) {
    const posts = await runTransaction(db, async (trx) => {
      const stale = await lockStalePosts(trx, current, postsAtOnce);
      for (const { id, content, ...post } of stale) {
        const tree = cleanTree(content);
        await storeDerived({ db: trx, deriveKey }, id, { ...post, content: serializeClean(tree) }, tree);
      }
      return stale.length;
    });
    if (posts === 0) break;
    done += posts;
  }
  return done;
}
