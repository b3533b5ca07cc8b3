import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seedDemonstration } from '../scripts/seed/seed.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs, plainHash } from '#tests/factories.ts';
import { quoted } from './dump-tables.ts';
import { migrate, readFunctions, readMigrations } from './migrate.ts';

/** A database of every schema since the first that a release may have, with rows, is brought to the newest one. */

const firstSchema = 7;
const migrations = await readMigrations();
const silent = () => {};

let newest: OwnDatabase;
let schema: string[];
beforeAll(async () => {
  newest = await createOwnDatabase();
  await seedDemonstration(
    await contextAs(newest.db, 'super_admin'),
    plainHash,
    { posts: 24, views: 300 },
    silent,
  );
  schema = await schemaOf(newest.pool);
}, 120_000);
afterAll(() => newest.drop());

async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select 'column ' || table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
         || coalesce(column_default, '') as line
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text
       from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
     union all select pg_get_triggerdef(t.oid) from pg_trigger t
       join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
     order by 1`,
  );
  return rows.map(({ line }) => line);
}

/** The stored columns of every table that holds content, and of partitioned ones the whole. */
async function columnsOf(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attgenerated = '' and c.relname not in ('schema_migrations', 'schema_functions')
     group by c.relname`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Every row of a table as text, without regard to their order. */
async function rowsOf(pool: pg.Pool, table: string, columns: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(
    `select (r)::text as row from (select ${columns.map(quoted).join(', ')} from ${quoted(table)}) r order by 1`,
  );
  return rows.map(({ row }) => row);
}

/** Copies the rows of the newest schema into an older one, as far as that has their columns. */
async function fill(older: pg.Pool): Promise<Map<string, string[]>> {
  const known = await columnsOf(newest.pool);
  const shared = new Map<string, string[]>();
  const client = await older.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    const { rows: partitions } = await newest.pool.query<{ name: string; parent: string; bound: string }>(
      `select c.relname::text as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_class c join pg_inherits i on i.inhrelid = c.oid where c.relkind = 'r' and c.relispartition`,
    );
    for (const { name, parent, bound } of partitions) {
      await client.query(
        `create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bound}`,
      );
    }
    for (const [table, columns] of await columnsOf(older)) {
      const names = columns.filter((column) => known.get(table)?.includes(column));
      if (names.length === 0) continue;
      const { rows } = await newest.pool.query<{ rows: string | null }>(
        `select json_agg(r)::text as rows from (select ${names.map(quoted).join(', ')} from ${quoted(table)}) r`,
      );
      await client.query(`delete from ${quoted(table)}`);
      await client.query(
        `insert into ${quoted(table)} (${names.map(quoted).join(', ')}) overriding system value
         select ${names.map(quoted).join(', ')} from json_populate_recordset(null::${quoted(table)}, $1)`,
        [rows[0]?.rows ?? '[]'],
      );
      shared.set(table, names);
    }
  } finally {
    client.release(true);
  }
  return shared;
}

test.each(
  migrations.slice(firstSchema - 1, -1).map(({ name }, index) => [name, firstSchema + index] as const),
)(
  'a database of the schema of %s keeps every row and gets the schema of a new one',
  async (_, count) => {
    const old = await createOwnDatabase();
    try {
      await old.pool.query('drop schema public cascade');
      await old.pool.query('create schema public');
      await migrate(old.pool, { announce: silent, migrations: migrations.slice(0, count) });
      const columns = await fill(old.pool);
      const before = new Map<string, string[]>();
      for (const [table, names] of columns) before.set(table, await rowsOf(old.pool, table, names));
      expect(before.get('blog_posts')).toHaveLength(24);

      const { applied } = await migrate(old.pool, { announce: silent });
      expect(applied).toEqual(migrations.slice(count).map(({ name }) => name));
      const changed: string[] = [];
      for (const [table, names] of columns) {
        const after = await rowsOf(old.pool, table, names);
        if (after.length < (before.get(table)?.length ?? 0)) changed.push(table);
        if (table === 'blog_posts') expect(after).toEqual(before.get(table));
      }
      expect(changed).toEqual([]);
      expect(await schemaOf(old.pool)).toEqual(schema);
      expect(await migrate(old.pool, { announce: silent, functions: await readFunctions() })).toEqual({
        applied: [],
        functions: [],
      });
    } finally {
      await old.drop();
    }
  },
  60_000,
);
