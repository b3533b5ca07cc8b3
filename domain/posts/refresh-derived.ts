import { hasStalePosts, lockStalePosts } from '#db/queries/search.ts';
import { runTransaction } from '#db/transaction.ts';
import type { Core } from '#domain/core/context.ts';
import { cleanTree, serializeClean } from '#domain/html/html.ts';
import type { Secrets } from '#domain/core/secrets.ts';
import { madeBy } from './post-layout.ts';
import { storeDerived } from './store-derived.ts';

/** Posts in one transaction: few, so that it is short and little is repeated after an interruption. */
const postsAtOnce = 20;

type Context = Pick<Core, 'db'> & Secrets;

/** True while a post has a stale search document or layout. */
export function hasStaleDerived(ctx: Context): Promise<boolean> {
  return hasStalePosts(ctx.db, madeBy(ctx));
}

/**
 * Makes the search document and the layout of every post anew of which they are stale: made by an older release or with
 * another key, or the post was written without the application. Several instances share the work.
 * @returns number of posts
 */
export async function refreshDerived(ctx: Context, signal: AbortSignal): Promise<number> {
  let done = 0;
  while (!signal.aborted) {
    const posts = await runTransaction(ctx.db, async (db) => {
      const stale = await lockStalePosts(db, madeBy(ctx), postsAtOnce);
      for (const { id, content, ...post } of stale) {
        const tree = cleanTree(content);
        await storeDerived({ ...ctx, db }, id, { ...post, content: serializeClean(tree) }, tree);
      }
      return stale.length;
    });
    if (posts === 0) break;
    done += posts;
  }
  return done;
}
