import { readFile } from 'node:fs/promises';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { test } from '#tests/database.ts';

const typesSource = await readFile(new URL('./tables.ts', import.meta.url), 'utf8');

/** `type FooTable = { column: Type; … }` of tables.ts, as table → column → whether it may be null. */
function declaredTables(): Map<string, Map<string, boolean>> {
  const names = new Map<string, string>();
  const list = /export type Tables = \{([^}]*)\}/.exec(typesSource)?.[1] ?? '';
  for (const [, table = '', type = ''] of list.matchAll(/(\w+): (\w+);/g)) names.set(type, table);

  const tables = new Map<string, Map<string, boolean>>();
  for (const [, type = '', body = ''] of typesSource.matchAll(
    /^type (\w+(?:Table|View)) = \{([^]*?)\};$/gm,
  )) {
    const columns = new Map<string, boolean>();
    for (const [, column = '', declared = ''] of body.matchAll(/(\w+): ((?:[^;<]|<[^]*?>)+);/g)) {
      columns.set(column, /^(Nullable|InstantOrNull|DayOrNull|JsonOrNull)/.test(declared.trim()));
    }
    tables.set(names.get(type) ?? type, columns);
  }
  return tables;
}

test('tables.ts names every table and column that the migrations make, and which may be null', async ({
  db,
}) => {
  const { rows } = await sql<{ table_name: string; column_name: string; nullable: boolean; kind: string }>`
    select c.table_name, c.column_name, c.is_nullable = 'YES' as nullable, t.table_type as kind
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.table_name not in ('schema_migrations', 'schema_functions')
      and not (select relispartition from pg_class where oid = c.table_name::regclass)`.execute(db);
  const actual = new Map<string, Map<string, boolean>>();
  for (const { table_name, column_name, nullable, kind } of rows) {
    const columns = actual.get(table_name) ?? new Map<string, boolean>();
    // PostgreSQL calls every column of a view nullable.
    columns.set(column_name, kind === 'VIEW' ? false : nullable);
    actual.set(table_name, columns);
  }
  const sorted = (tables: Map<string, Map<string, boolean>>) =>
    [...tables].map(([name, columns]) => [name, [...columns].toSorted()]).toSorted();
  expect(sorted(declaredTables())).toEqual(sorted(actual));
});

test('every foreign key has an index that its deletes can use', async ({ db }) => {
  const { rows } = await sql<{ missing: string }>`
    select conrelid::regclass || '.' || a.attname as missing
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`.execute(db);
  expect(rows).toEqual([]);
});

test('every instant is a timestamptz', async ({ db }) => {
  const { rows } = await sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%' and data_type <> 'timestamp with time zone'`.execute(
    db,
  );
  expect(rows).toEqual([]);
});
