import type pg from 'pg';

import { quoted } from './dump-tables.ts';

/** Tables of which neither a migration nor a job removes rows. */
const contentTables = ['users', 'blog_posts', 'blog_categories', 'blog_tags', 'blog_post_tags'];

/** The number of rows of each table that holds content; of whatever release the schema is. */
export async function countContent(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1)`,
    [contentTables],
  );
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const { rows: counted } = await pool.query<{ count: string }>(
      `select count(*)::text from ${quoted(name)}`,
    );
    counts.set(name, Number(counted[0]?.count));
  }
  return counts;
}

/** Removes everything, so that a release which does not know this schema can restore a backup. */
export async function emptySchema(pool: pg.Pool): Promise<void> {
  await pool.query('drop schema public cascade; create schema public');
}
