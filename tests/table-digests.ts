import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** How many rows each table has but these, and a digest of them. */
export async function tableDigests(db: Database, except: readonly string[]) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p') and relname <> all (${except}) order by 1`.execute(db);
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as digest
      from ${sql.table(name)} t`.execute(db);
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
