import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';

import { createImagesOnDisk } from '#adapters/images-on-disk.ts';
import { createLog } from '#adapters/log.ts';
import { readLogState } from '#db/write-ahead-log.ts';
import type { DiskSpace } from '#domain/storage/disk-space.ts';
import { readConfig } from '../config.ts';
import { openConfiguredDatabase, type ConfiguredDatabase } from '../database.ts';
import { parsePieceName } from './names.ts';
import { createPointInTime, type PointInTimeDependencies } from './point-in-time.ts';
import { restoreToTime } from './restore-to-time.ts';

/** On an embedded PostgreSQL of their own: the server that the other tests share has no archive. */

const root = await mkdtemp(join(tmpdir(), 'af-pitdb-'));
const opened = new Set<ConfiguredDatabase>();
afterAll(async () => {
  for (const database of opened) await database.stop();
  await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function newSite(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(root, 's-'));
  const backups = join(folder, 'backups');
  const config = readConfig({ DATA_DIR: join(folder, 'data'), BACKUP_TO: backups, ...settings });
  return { folder, backups, config };
}

type Site = Awaited<ReturnType<typeof newSite>>;

async function open({ config }: Site) {
  const database = await openConfiguredDatabase(config, { announce: () => {} });
  opened.add(database);
  const { pool } = database.client;
  const stop = async () => {
    opened.delete(database);
    await database.stop();
  };
  return { database, pool, stop };
}

function dependencies(
  { config }: Site,
  { client }: ConfiguredDatabase,
  space: DiskSpace | null = null,
): PointInTimeDependencies {
  const mail = { isSetUp: true, send: async () => {}, check: async () => {}, close: () => {} };
  return {
    domain: {
      db: client.db,
      mail,
      outboxFilled: () => {},
      origin: 'https://firm.test',
      diskSpace: async () => space,
    },
    pool: client.pool,
    images: createImagesOnDisk(join(config.dataDir, 'storage', 'blog-images')),
    log: createLog({ level: 'silent' }),
  };
}

const filesIn = (site: Site, ...names: string[]) =>
  readdir(join(site.backups, 'point-in-time', ...names)).catch(() => []);
const seriesOf = async (site: Site) => (await filesIn(site, 'series')).toSorted();
const write = (pool: pg.Pool, text: string) =>
  pool.query('insert into notes values ($1)', [text]).then(() => new Date());

test('the archive goes on after a restart, and begins anew where the files of the database are older ones', async () => {
  const site = await newSite();
  let { database, pool, stop } = await open(site);
  await pool.query('create table notes (text text)');
  const first = createPointInTime(site.config);
  await first.archive(dependencies(site, database));
  await write(pool, 'one');
  await first.archive(dependencies(site, database));
  const [series = ''] = await seriesOf(site);
  await stop();
  await cp(join(site.config.dataDir, 'postgres'), join(site.folder, 'snapshot'), { recursive: true });

  ({ database, pool, stop } = await open(site));
  const second = createPointInTime(site.config);
  await second.archive(dependencies(site, database));
  await write(pool, 'two');
  await second.archive(dependencies(site, database));
  expect(await seriesOf(site)).toEqual([series]);
  await stop();

  // As when a snapshot of the machine is brought back: what is archived is not what this database will write.
  await rm(join(site.config.dataDir, 'postgres'), { recursive: true });
  await rename(join(site.folder, 'snapshot'), join(site.config.dataDir, 'postgres'));
  ({ database, pool, stop } = await open(site));
  const third = createPointInTime(site.config);
  await write(pool, 'other');
  await third.archive(dependencies(site, database));
  expect(await seriesOf(site)).toHaveLength(2);
  await third.makeBase(dependencies(site, database));
  expect(third.status()).toMatchObject({ failure: null, baseFailure: null });
  await stop();
  await restoreToTime(site.config, { at: null, now: new Date(), replace: true, announce: () => {} });
  ({ pool, stop } = await open(site));
  expect((await pool.query('select text from notes order by 1')).rows).toEqual([
    { text: 'one' },
    { text: 'other' },
  ]);
  await stop();
}, 120_000);

test('the pieces of a complete segment become one, and the log that is archived is deleted by the server', async () => {
  const site = await newSite({ BACKUP_PASSPHRASE: 'a passphrase that is hard to guess' });
  const { database, pool, stop } = await open(site);
  await pool.query('create table notes (text text)');
  const archive = createPointInTime(site.config);
  const parts = dependencies(site, database);
  await archive.makeBase(parts);
  for (let run = 0; run < 4; run += 1) {
    await write(pool, `before ${run}`);
    await archive.archive(parts);
  }
  await pool.query('select pg_switch_wal()');
  await write(pool, 'after');
  await archive.archive(parts);
  const [series = ''] = await seriesOf(site);
  expect(series).toMatch(/\.age$/);
  const pieces = (await filesIn(site, series.replace('.age', ''), 'log'))
    .flatMap((name) => parsePieceName(name) ?? [])
    .toSorted((a, b) => Number(a.from - b.from));
  // Each begins where the one before ends, and only the newest segment is in several.
  expect(pieces.slice(1).map(({ from }) => from)).toEqual(pieces.slice(0, -1).map(({ to }) => to));
  expect(pieces.slice(0, -1).filter(({ from, to }) => to - from !== 16_777_216n)).toEqual([]);
  const state = await readLogState(pool);
  expect(state.keptFrom).toBe(pieces.at(-1)?.from);
  await stop();
}, 120_000);

test('an archive that cannot be written is told once by email, and frees the log when the disk runs out of space', async () => {
  const site = await newSite();
  const { database, pool, stop } = await open(site);
  let now = new Date('2026-11-22T10:00:00Z');
  const archive = createPointInTime(site.config, () => now);
  const parts = dependencies(site, database);
  await pool.query(
    `insert into users (id, name, email, email_verified) values (gen_random_uuid(), 'O', 'o@firm.test', true)`,
  );
  await pool.query(`insert into admin_users (user_id, role) select id, 'super_admin' from users`);
  await pool.query('create table notes (text text)');
  await archive.makeBase(parts);
  await archive.watch(parts);
  const emails = async () => (await pool.query("select email->>'subject' as subject from outbox")).rows;
  expect(await emails()).toEqual([]);

  const aside = `${site.backups}-aside`;
  await rename(site.backups, aside);
  await writeFile(site.backups, 'a file where the folder should be');
  for (const second of [5, 30, 70, 75]) {
    now = new Date(Date.UTC(2026, 10, 22, 10, 0, second));
    await write(pool, `at ${second}`);
    await expect(archive.archive(parts)).rejects.toThrow(/^The backup folder .* cannot be used/);
    await archive.watch(parts);
    expect(archive.warning()).toBe(second > 60 ? 'the point-in-time archive is late' : null);
  }
  expect(await emails()).toEqual([{ subject: 'The point-in-time archive of firm.test is late' }]);
  expect((await readLogState(pool)).keptFrom).not.toBeNull();
  await archive.watch(dependencies(site, database, { freeBytes: 300_000_000, totalBytes: 9_000_000_000 }));
  expect((await readLogState(pool)).keptFrom).toBeNull();

  await rm(site.backups);
  await rename(aside, site.backups);
  await archive.archive(parts);
  await archive.watch(parts);
  expect(archive.warning()).toBeNull();
  // What was written in between is missing from the old series, so that a new one begins with a base of its own.
  expect(await seriesOf(site)).toHaveLength(2);
  now = new Date(now.getTime() + 60_000);
  await archive.archive(parts);
  now = new Date(now.getTime() + 900_000);
  await archive.archive(parts);
  await archive.makeBase(parts);
  expect(await filesIn(site, 'bases')).toHaveLength(2);
  await stop();
}, 120_000);

test('what no moment of the last days needs is deleted: bases, pieces, series, and images only after them', async () => {
  const site = await newSite({ POINT_IN_TIME_DAYS: '2' });
  const { database, pool, stop } = await open(site);
  await pool.query('create table notes (text text)');
  let now = new Date('2026-11-01T04:00:00Z');
  const archive = createPointInTime(site.config, () => now);
  const parts = dependencies(site, database);
  const name = '12345678901234567890.png';
  await writeFile(join(site.folder, 'image'), 'an image');
  await createImagesOnDisk(join(site.config.dataDir, 'storage', 'blog-images')).put(
    { folder: 'editor-images', name },
    join(site.folder, 'image'),
  );
  await pool.query(
    `insert into images (folder, name, state, width, height, bytes, created_at)
     values ('editor-images', $1, 'stored', 1, 1, 8, '2026-11-01T03:00Z')`,
    [name],
  );
  const counts: number[][] = [];
  for (let day = 1; day <= 8; day += 1) {
    now = new Date(Date.UTC(2026, 10, day, 4));
    if (day === 2) await pool.query('delete from images');
    await write(pool, `day ${day}`);
    await archive.archive(parts);
    await archive.makeBase(parts);
    const [series = ''] = await seriesOf(site);
    counts.push([
      (await filesIn(site, 'bases')).length,
      (await filesIn(site, series, 'editor-images')).length,
    ]);
  }
  expect(archive.status()).toMatchObject({ failure: null, baseFailure: null });
  // Three bases reach back two days. The image was missed on day 2 and is kept through day 4.
  expect(counts).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [3, 1],
    [3, 0],
    [3, 0],
    [3, 0],
    [3, 0],
  ]);
  const [series = ''] = await seriesOf(site);
  expect(await filesIn(site, series, 'removed')).toEqual([]);
  const pieces = (await filesIn(site, series, 'log')).flatMap((piece) => parsePieceName(piece) ?? []);
  expect(pieces.filter(({ at }) => at < new Date('2026-11-05T04:00:00Z'))).toEqual([]);
  await stop();
}, 180_000);

test('an archive that is turned off keeps no log, and with DATABASE_URL the dashboard says that there is none', async () => {
  const site = await newSite();
  const { database, pool, stop } = await open(site);
  await createPointInTime(site.config).archive(dependencies(site, database));
  expect((await readLogState(pool)).keptFrom).not.toBeNull();
  const off = createPointInTime({ ...site.config, pointInTimeDays: 0 });
  await off.archive(dependencies(site, database));
  expect((await readLogState(pool)).keptFrom).toBeNull();
  expect(off.status()).toBeNull();
  await stop();
  const elsewhere = createPointInTime({ ...site.config, databaseUrl: 'postgres://db.test/site' });
  expect(elsewhere.notices().facts).toEqual([
    expect.stringMatching(/is not archived by the site: DATABASE_URL/),
  ]);
  await expect(
    restoreToTime(
      { ...site.config, databaseUrl: 'postgres://db.test/site' },
      { at: null, now: new Date(), replace: true, announce: () => {} },
    ),
  ).rejects.toThrow(/^DATABASE_URL names/);
}, 60_000);

test('a restore from a damaged archive leaves the site as it is', async () => {
  const site = await newSite({ BACKUP_PASSPHRASE: 'a passphrase that is hard to guess' });
  const before = await open(site);
  await before.pool.query('create table notes (text text)');
  await write(before.pool, 'kept');
  const archive = createPointInTime(site.config);
  await archive.makeBase(dependencies(site, before.database));
  await before.stop();
  const [series = ''] = await seriesOf(site);
  const log = join(site.backups, 'point-in-time', series.replace('.age', ''), 'log');
  const bases = join(site.backups, 'point-in-time', 'bases');
  for (const folder of [log, bases]) {
    const [name = ''] = await readdir(folder);
    const file = join(folder, name);
    const bytes = await readFile(file);
    await chmod(file, 0o600);
    const changed = Buffer.from(bytes);
    changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1;
    await writeFile(file, changed);
    await expect(
      restoreToTime(site.config, { at: null, now: new Date(), replace: true, announce: () => {} }),
    ).rejects.toThrow(/is damaged/);
    await writeFile(file, bytes);
  }
  const { pool, stop } = await open(site);
  expect((await pool.query('select text from notes')).rows).toEqual([{ text: 'kept' }]);
  await stop();
}, 120_000);
