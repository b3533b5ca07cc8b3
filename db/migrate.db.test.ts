import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { withDatabaseToItself } from './load-tables.ts';
import {
  migrate,
  readFunctions,
  readMigrations,
  SchemaError,
  type Migration,
  type SqlFunction,
} from './migrate.ts';

let database: OwnDatabase;
const announced: string[] = [];
const announce = (line: string) => void announced.push(line);

beforeEach(async () => {
  database = await createOwnDatabase();
  announced.length = 0;
});
afterEach(() => database.drop());

const next = (sql: string, name = '9999_next.sql'): Migration => ({ name, sql, checksum: `sum of ${sql}` });

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}

test('the files are numbered one after the other', async () => {
  const names = readMigrations().map(({ name }) => name);
  const numbers = names.map((_, index) => String(index + 1).padStart(4, '0'));
  expect(names.map((name) => name.slice(0, 4))).toEqual(numbers);
});

describe('migrating', () => {
  test('runs what is new, once, and says so', async () => {
    const migrations = [...readMigrations(), next('create table extra (id int)')];
    expect(await migrate(database.pool, { announce, migrations })).toEqual(['9999_next.sql']);
    expect(await migrate(database.pool, { announce, migrations })).toEqual([]);
    expect(announced).toEqual(['Migrating the database: 9999_next.sql']);
    expect(await tables()).toContain('extra');
  });

  test('tables of a database in use are analyzed after a migration', async () => {
    const filled = next('create table extra as select generate_series(1, 500) as id');
    await migrate(database.pool, { announce, migrations: [...readMigrations(), filled] });
    const { rows } = await database.pool.query(
      "select reltuples::int as estimate from pg_class where relname = 'extra'",
    );
    expect(rows).toEqual([{ estimate: 500 }]);
  });

  test('the migration lock is free again when migrate returns', async () => {
    const other = await database.pool.connect();
    const isFree = async () => {
      const { rows } = await other.query<{ isFree: boolean }>(
        'select pg_try_advisory_lock(7263541009) as "isFree"',
      );
      await other.query('select pg_advisory_unlock_all()');
      return rows[0]?.isFree;
    };
    try {
      for (let run = 0; run < 20; run += 1) {
        await migrate(database.pool, { announce });
        expect(await isFree()).toBe(true);
        await withDatabaseToItself(database.pool, announce, async () => {});
        expect(await isFree()).toBe(true);
      }
      expect(announced).toEqual([]);
    } finally {
      other.release();
    }
  });

  test('a release whose last migration fails leaves the schema, with which the release before works', async () => {
    const known = readMigrations();
    const first = next('create table half (id int)', '9998_first.sql');
    const greet = { name: 'greet.sql', sql: 'create or replace function greet() returns int return 1;' };
    const newer = (sql: string) =>
      migrate(database.pool, {
        announce,
        migrations: [...known, first, next(sql)],
        functions: [...functions, greet],
      });
    const functions = readFunctions();
    await expect(newer('select 1 / 0')).rejects.toThrow(
      'The migration 9999_next.sql failed and left nothing behind.',
    );
    expect(await tables()).not.toContain('half');
    expect(await migrate(database.pool, { announce })).toEqual([]);
    await newer('select 1');
    expect(await tables()).toContain('half');
  });

  test('beforeChange is called before a migration of a database in use, and ends it by an error', async () => {
    const migrations = [...readMigrations(), next('create table extra (id int)')];
    const calls: string[] = [];
    const beforeChange = async () => {
      calls.push(`${await tables()}`.includes('extra') ? 'after' : 'before');
      if (calls.length === 1) throw new Error('There is no room.');
    };
    await expect(migrate(database.pool, { announce, migrations, beforeChange })).rejects.toThrow('no room');
    await migrate(database.pool, { announce, migrations, beforeChange });
    await migrate(database.pool, { announce, migrations, beforeChange });
    await database.pool.query('drop schema public cascade; create schema public');
    await migrate(database.pool, { announce, migrations, beforeChange });
    expect(calls).toEqual(['before', 'before']);
  });

  test('two instances at once: one runs it, the other finds it done', async () => {
    const migrations = [...readMigrations(), next('select pg_sleep(0.2); create table once (id int)')];
    const results = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { announce, migrations })));
    expect(results.flat()).toEqual(['9999_next.sql']);
  });

  test('a schema of a newer release is refused', async () => {
    const known = readMigrations();
    await migrate(database.pool, { announce, migrations: [...known, next('select 1')] });
    await expect(migrate(database.pool, { announce, migrations: known })).rejects.toThrow(SchemaError);
  });

  test('a migration that was changed after it ran is refused', async () => {
    const known = readMigrations();
    await migrate(database.pool, { announce, migrations: [...known, next('select 1')] });
    await expect(
      migrate(database.pool, { announce, migrations: [...known, next('select 2')] }),
    ).rejects.toThrow(
      /^The migration 9999_next\.sql is another one than the one that made this database: .* before 1\.0, run "npm run export -- FILE\.zip --drafts" there, and import the file/,
    );
  });
});

describe('functions', () => {
  const greet = (word: string): SqlFunction => ({
    name: 'greet.sql',
    sql: `create or replace function greet() returns text language sql as $$ select '${word}' $$`,
  });
  const greeting = async () => {
    const { rows } = await database.pool.query<{ greet: string }>('select greet()');
    return rows[0]?.greet;
  };
  const migrateWith = async (one: SqlFunction, migrations?: readonly Migration[]) => {
    const functions = [...readFunctions(), one];
    return migrate(database.pool, { announce, functions, ...(migrations ? { migrations } : {}) });
  };

  test('a function whose file has changed is applied again', async () => {
    for (const word of ['hello', 'welcome']) {
      expect(await migrateWith(greet(word))).toEqual([]);
      expect(await greeting()).toBe(word);
    }
  });

  test('an empty database gets all functions and migrations; each may use what the other brings', async () => {
    await database.pool.query('drop schema public cascade');
    await database.pool.query('create schema public');
    const sql =
      'create or replace function newest() returns int language sql as $$ select max(id) from later $$;';
    const later = next('create table later (id int default 7); create table copy as select newest()');
    const migrations = [...readMigrations(), later];
    expect(await migrateWith({ name: 'newest.sql', sql }, migrations)).toEqual(
      migrations.map(({ name }) => name),
    );
    expect(await tables()).toEqual(expect.arrayContaining(['blog_posts', 'copy']));
  });

  test('functions that fail leave nothing behind', async () => {
    const broken = { name: 'z_broken.sql', sql: 'create function' };
    const functions = [...readFunctions(), greet('hello'), broken];
    await expect(migrate(database.pool, { announce, functions })).rejects.toThrow(
      'The functions in db/functions failed and left nothing behind.',
    );
    await expect(greeting()).rejects.toThrow('does not exist');
  });

  test('each file defines the one function that it is named after', async () => {
    for (const { name, sql } of readFunctions()) {
      const defined = [...sql.matchAll(/^create or replace function (\w+)/gm)].map(([, defines]) => defines);
      expect(defined, name).toEqual([name.replace('.sql', '')]);
    }
  });
});
