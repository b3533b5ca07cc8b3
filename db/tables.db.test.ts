import { sql } from 'kysely';
import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { tableTypes } from '#tests/table-types.ts';

test('tables.ts has the types of the schema that the migrations make', async ({ db }) => {
  await expect(await tableTypes(db)).toMatchFileSnapshot('./tables.ts');
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
    where table_schema = 'public' and data_type like 'timestamp%'
    and data_type <> 'timestamp with time zone'`.execute(db);
  expect(rows).toEqual([]);
});
