import { sql } from 'kysely';

import type { Database } from '../client.ts';

/** Every path that a post, category or tag had before, and those of redirects; some lead on, some are gone for good. */
export async function listFormerPaths(db: Database): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select case kind when 'post' then '/blog/' else '/blog/' || kind || '/' end || slug as path from slug_redirects
    union all select distinct source from redirect_rules
    order by path`.execute(db);
  return rows.map(({ path }) => path);
}
