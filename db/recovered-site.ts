import type pg from 'pg';

import { excludedTables, quoted } from './dump-tables.ts';
import { insertLeavingImages, raiseAllVersions, type ImageKey } from './load-tables.ts';
import { restoreSendings } from './held-sendings.ts';
import { readRemovedFactors, removeFactors } from './removed-factors.ts';
import { readSuppressionList, restoreSuppressionList, type SuppressedAddress } from './suppression-list.ts';

/** What outlasts the return to an earlier state of the same site. */
export type BeforeRecovery = {
  removedFactors: string[];
  suppressed: SuppressedAddress[];
  images: ImageKey[];
};

export async function readBeforeRecovery(pool: pg.Pool): Promise<BeforeRecovery> {
  const client = await pool.connect();
  try {
    const { rows: images } = await client.query<ImageKey>('select folder, name from images');
    return {
      removedFactors: await readRemovedFactors(client),
      suppressed: await readSuppressionList(client),
      images,
    };
  } finally {
    client.release();
  }
}

/**
 * Makes a database that was brought back as it was at an earlier moment fit to be used again, as a restored backup is: no
 * session and no link that signs a user in, no factor that was removed since, and no page in any cache.
 * @param options.otherImages those among them that the database does not know are marked for deletion
 */
export async function finishRecovery(
  pool: pg.Pool,
  options: {
    removedFactors: readonly string[];
    suppressed: readonly SuppressedAddress[];
    otherImages: readonly ImageKey[];
  },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    for (const table of excludedTables) await client.query(`delete from ${quoted(table)}`);
    await removeFactors(client, options.removedFactors);
    await restoreSuppressionList(client, options.suppressed);
    await restoreSendings(client);
    await insertLeavingImages(client, options.otherImages);
    await raiseAllVersions(client);
    await client.query('commit');
  } finally {
    // Closing the connection rolls back what failed.
    client.release(true);
  }
}
