import type { Database } from '#db/client.ts';
import { runTransaction } from '#db/transaction.ts';
import type { Announcement, DomainContext } from './context.ts';
import { isUnavailable } from './errors.ts';

type Announcers = Partial<Pick<DomainContext, Announcement | 'afterCommit' | 'contentUnknown'>>;

/** A verb's context inside its transaction. */
export type InTransaction<Context> = Context & {
  afterCommit: NonNullable<DomainContext['afterCommit']>;
};

/**
 * Runs `work` in one transaction, or inside the one that is already open: a verb called by another verb joins it. `work`
 * gets the context bound to the transaction. What it registers with `afterCommit` runs once, after the commit of the
 * outermost transaction, and never after a rollback.
 */
export async function inTransaction<Context extends { db: Database } & Announcers, Result>(
  ctx: Context,
  work: (ctx: InTransaction<Context>) => Promise<Result>,
): Promise<Result> {
  const { afterCommit } = ctx;
  if (ctx.db.isTransaction && afterCommit) return work({ ...ctx, afterCommit });

  const announcements = new Set<Announcement | (() => void)>();
  const register = (announcement: Announcement | (() => void)) => void announcements.add(announcement);
  const result = await runTransaction(ctx.db, (db) => work({ ...ctx, db, afterCommit: register })).catch(
    (error: unknown) => {
      const isUnknown = isUnavailable(error) && error.reason === 'commit-unknown';
      if (isUnknown && announcements.has('contentChanged')) ctx.contentUnknown?.();
      throw error;
    },
  );
  for (const announcement of announcements) {
    if (typeof announcement === 'function') announcement();
    else await ctx[announcement]?.();
  }
  return result;
}
