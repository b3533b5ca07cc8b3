import { hasStalePosts, lockStalePosts } from '#db/queries/search.ts';
import { runTransaction } from '#db/transaction.ts';
import type { Core, Secrets } from '#domain/core/context.ts';
import { doTextJob, prepareBody, type TextWork } from '#domain/text-work/text-work.ts';
import { madeBy, storeDerived } from './post-layout.ts';

/** Posts in one transaction: few, so that it is short and little is repeated after an interruption. */
const postsAtOnce = 20;

type Context = Pick<Core, 'db'> & Secrets & TextWork;

/** True while a post has a stale search document or layout. */
export function hasStaleDerived(ctx: Context): Promise<boolean> {
  return hasStalePosts(ctx.db, madeBy(ctx));
}

/**
 * Makes the search document and the layout of every post anew of which they are stale: made by an older release or with
 * another key, or the post was written without the application. Several instances share the work.
 */
export async function refreshDerived(ctx: Context, signal: AbortSignal): Promise<number> {
  // One text that ends its process must not keep all others out of the search.
  const work: TextWork = {
    workOnText: (job) =>
      ctx.workOnText(job).catch(() => doTextJob(job.kind === 'prepare' ? { ...job, isPublic: false } : job)),
  };
  let done = 0;
  while (!signal.aborted) {
    const posts = await runTransaction(ctx.db, async (db) => {
      const stale = await lockStalePosts(db, madeBy(ctx), postsAtOnce);
      for (const { id, content, published: isPublic, ...post } of stale) {
        await storeDerived({ ...ctx, db }, id, await prepareBody(work, { ...post, html: content, isPublic }));
      }
      return stale.length;
    });
    if (posts === 0) break;
    done += posts;
  }
  return done;
}
