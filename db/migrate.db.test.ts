import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { withDatabaseToItself } from './load-tables.ts';
import { migrate, readMigrations, SchemaError, type Migration } from './migrate.ts';

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
  const names = (await readMigrations()).map(({ name }) => name);
  const numbers = names.map((_, index) => String(index + 1).padStart(4, '0'));
  expect(names.map((name) => name.slice(0, 4))).toEqual(numbers);
});

describe('migrating', () => {
  test('a migrated database has nothing left to do', async () => {
    expect(await migrate(database.pool, { announce })).toEqual({ applied: [] });
    expect(announced).toEqual([]);
  });

  test('runs what is new, once, and says so', async () => {
    const migrations = [...(await readMigrations()), next('create table extra (id int)')];
    expect(await migrate(database.pool, { announce, migrations })).toEqual({ applied: ['9999_next.sql'] });
    expect(await migrate(database.pool, { announce, migrations })).toEqual({ applied: [] });
    expect(announced).toEqual(['Migrating the database: 9999_next.sql']);
    expect(await tables()).toContain('extra');
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

  test('one that fails half-way leaves nothing behind, and the next start can try again', async () => {
    const known = await readMigrations();
    const broken = next('create table half (id int); select 1 / 0');
    await expect(migrate(database.pool, { announce, migrations: [...known, broken] })).rejects.toThrow(
      'The migration 9999_next.sql failed and left nothing behind.',
    );
    expect(await tables()).not.toContain('half');
    const mended = next('create table half (id int)');
    await migrate(database.pool, { announce, migrations: [...known, mended] });
    expect(await tables()).toContain('half');
  });

  test('two instances at once: one runs it, the other finds it done', async () => {
    const migrations = [
      ...(await readMigrations()),
      next('select pg_sleep(0.2); create table once (id int)'),
    ];
    const results = await Promise.all([1, 2, 3].map(() => migrate(database.pool, { announce, migrations })));
    expect(results.flatMap(({ applied }) => applied)).toEqual(['9999_next.sql']);
  });

  test('a schema of a newer release is refused', async () => {
    const known = await readMigrations();
    await migrate(database.pool, { announce, migrations: [...known, next('select 1')] });
    await expect(migrate(database.pool, { announce, migrations: known })).rejects.toThrow(SchemaError);
  });

  test('a migration that was changed after it ran is refused', async () => {
    const known = await readMigrations();
    await migrate(database.pool, { announce, migrations: [...known, next('select 1')] });
    await expect(
      migrate(database.pool, { announce, migrations: [...known, next('select 2')] }),
    ).rejects.toThrow('has changed since');
  });
});
