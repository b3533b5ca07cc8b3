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

/**
 * Whether commits wait for a synchronous standby that is not there. Who may not see the standbys sees only the commits
 * that wait.
 */
export async function isSynchronousStandbyLost(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isLost: boolean }>`
    select current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') not in ('off', 'local')
      and case when pg_has_role(current_user, 'pg_read_all_stats', 'usage')
        then not exists (select from pg_stat_replication where sync_state in ('sync', 'quorum'))
        else exists (
          select from pg_stat_activity
          where usename = current_user and wait_event = 'SyncRep'
            and state_change < clock_timestamp() - interval '1 second')
        end as "isLost"`.execute(db);
  return rows[0]?.isLost === true;
}
