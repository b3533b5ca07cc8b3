import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from './client.ts';
import { errorCode, isUnavailable, sqlState, type DatabaseUnavailable } from './database-error.ts';

/**
 * Runs `work` in one transaction, or inside the one that is already open: a verb called by another verb joins it.
 * Effects outside the database belong after the call, when the commit is certain.
 */
export function runTransaction<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

const attempts = 5;

/**
 * Runs `work` again after a unique violation: another transaction took the name between the check and the write, and the
 * next check sees it. The unique index decides, not the check.
 */
export function retryWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  return retryAfter(sqlState.uniqueViolation, work);
}

/**
 * Runs `work`, a whole transaction, again when it was rolled back by a deadlock: for work on so many rows that they
 * cannot be locked in one order.
 */
export function retryAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  return retryAfter(sqlState.deadlockDetected, work);
}

async function retryAfter<T>(code: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || errorCode(error) !== code) throw error;
    }
  }
}

/** Milliseconds for finding out whether a lost commit is stored. */
const searchFor = 5_000;
const betweenSearches = 250;

/**
 * Runs `work`, a whole transaction, again when the answer to its commit was lost: for work that finds what an earlier run
 * of itself has stored, and then returns as if it had stored it now.
 * @param work told whether an earlier run may be stored
 * @throws DatabaseUnavailable with reason `commit-unknown` when it cannot be found out
 */
export async function retryAfterLostCommit<T>(work: (isAgain: boolean) => Promise<T>): Promise<T> {
  try {
    return await work(false);
  } catch (error) {
    if (!isUnavailable(error) || error.reason !== 'commit-unknown') throw error;
    return await untilKnown(work, error);
  }
}

async function untilKnown<T>(work: (isAgain: boolean) => Promise<T>, lost: DatabaseUnavailable): Promise<T> {
  const end = performance.now() + searchFor;
  while (performance.now() < end) {
    await sleep(betweenSearches);
    try {
      return await work(true);
    } catch (error) {
      // The first run may be stored: only an answer of the database itself counts.
      if (!isUnavailable(error)) throw error;
    }
  }
  throw lost;
}
