import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type pg from 'pg';

import { ifThere } from '#db/if-there.ts';
import { isSiteEmpty } from '#db/load-tables.ts';
import { StartError } from '../settings/start-error.ts';

const fileName = 'had-content';

/**
 * Refuses a database without content where this site has had some: another database than before answers, or its files
 * are gone. Going on would offer the set-up of the first administrator to any visitor.
 * @throws StartError with what can be done
 */
export async function assertContentNotLost(pool: pg.Pool, dataDir: string): Promise<void> {
  const file = join(dataDir, fileName);
  const since = await readRecord(file);
  if (since === null || !(await isSiteEmpty(pool))) return;
  throw new StartError(
    `The database is empty, but this site had content on ${since}. Check DATABASE_URL and DATA_DIR, or bring a backup back with "npm run restore". To start with an empty site anyway, delete ${file}.`,
  );
}

/** Records once, in DATA_DIR, that the database has content. */
export async function recordContent(pool: pg.Pool, dataDir: string, now: Date): Promise<void> {
  const file = join(dataDir, fileName);
  if ((await readRecord(file)) !== null || (await isSiteEmpty(pool))) return;
  await writeFile(file, `${now.toISOString().slice(0, 10)}\n`, { mode: 0o600 });
}

/** @returns the day on which the site first had content; null when it never had */
async function readRecord(file: string): Promise<string | null> {
  return (await ifThere(readFile(file, 'utf8')))?.trim() ?? null;
}
