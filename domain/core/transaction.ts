import type { Database } from '#db/client.ts';
import { readOwnContentChanges } from '#db/queries/content-version.ts';
import { runTransaction } from '#db/transaction.ts';
import type { Announcement, Core } from './context.ts';
import { isUnavailable } from './errors.ts';

/** Announced through `afterCommit` alone. */
export type Announcements = {
  /**
   * Public content has changed, or may have where the outcome of a commit is unknown: cached pages that show what changed
   * are dropped at once. Undefined: everything may have changed.
   */
  contentChanged: (keys: ReadonlySet<string> | undefined) => void;
  /** The queue has a new job: it is run at once. */
  jobAdded: () => void;
  /** No post uses some images any more: their files are removed. Never throws; what fails is tried again later. */
  imagesDropped: () => Promise<void>;
};

type Announcers = Partial<Announcements & Pick<Core, 'afterCommit'>>;

/** A verb's context inside its transaction. */
export type InTransaction<Context> = Context & { afterCommit: NonNullable<Core['afterCommit']> };

/**
 * Runs `work` in one transaction, or inside the one that is already open: a verb called by another verb joins it. `work`
 * gets the context bound to the transaction. What it registers with `afterCommit` runs once, after the commit of the
 * outermost transaction, and never after a rollback; where the outcome of the commit is not known, content may have changed.
 */
export async function inTransaction<Context extends { db: Database } & Announcers, Result>(
  ctx: Context,
  work: (ctx: InTransaction<Context>) => Promise<Result>,
): Promise<Result> {
  const { afterCommit } = ctx;
  if (ctx.db.isTransaction && afterCommit) return work({ ...ctx, afterCommit });

  const announcements = new Set<Announcement | (() => void)>();
  const register = (announcement: Announcement | (() => void)) => void announcements.add(announcement);
  let changed: ReadonlySet<string> | undefined;
  const result = await runTransaction(ctx.db, async (db) => {
    const done = await work({ ...ctx, db, afterCommit: register });
    // Before the commit: after it the database may be lost.
    if (announcements.has('contentChanged')) changed = await readOwnContentChanges(db);
    return done;
  }).catch((error: unknown) => {
    const isUnknown = isUnavailable(error) && error.reason === 'commit-unknown';
    if (isUnknown && announcements.has('contentChanged')) ctx.contentChanged?.(changed);
    throw error;
  });
  for (const announcement of announcements) {
    if (typeof announcement === 'function') announcement();
    else if (announcement === 'contentChanged') ctx.contentChanged?.(changed);
    else await ctx[announcement]?.();
  }
  return result;
}
