import type { Database } from './client.ts';

/**
 * Runs `work` in one transaction, or inside the one that is already open: a verb called by another verb joins it.
 * Effects outside the database belong after the call, when the commit is certain.
 */
export function inTransaction<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

const uniqueViolation = '23505';
const attempts = 5;

/**
 * Runs `work` again when a unique index refused it: another transaction took the name between the look and the write,
 * and a second look sees it. The index, not the look, is the judge.
 */
export async function retryWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isUniqueViolation(error)) throw error;
    }
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation;
}
