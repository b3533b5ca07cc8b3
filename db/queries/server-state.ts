import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { readOnlyCondition } from '#db/read-only.ts';

/**
 * Whether the server refuses writes: a standby, or one that is set to read-only. The query waits like a write, so
 * that it fails where a write would.
 */
export function isServerReadOnly(db: Database): Promise<boolean> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<{
        isReadOnly: boolean;
      }>`select ${sql.raw(readOnlyCondition)} as "isReadOnly"`.execute(trx);
      return rows[0]?.isReadOnly === true;
    });
}
