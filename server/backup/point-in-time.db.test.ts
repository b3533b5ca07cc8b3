import { execFileSync } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createImagesOnDisk } from '#adapters/image-store.ts';
import { createLog } from '#adapters/log.ts';
import { tableName } from './archive-format.ts';
import { openArchive } from './archive-reader.ts';
import { timeOf } from './log-archive.ts';
import { createScheduledBackups, type BackupDependencies } from './scheduled-backups.ts';
import { readConfig } from '../settings/config.ts';
import { isLong } from '#tests/long.ts';
import { contextAs, emailsIn } from '#tests/factories.ts';
import { openConfiguredDatabase, type ConfiguredDatabase } from '../database/database.ts';
import { restoreToTime } from './restore-to-time.ts';

/** On an embedded PostgreSQL of their own: the server that the other tests share has no archive. */

const root = await mkdtemp(join(tmpdir(), 'af-pitdb-'));
/** A migrated database right after its first start, to copy. */
const template = join(root, 'template');
const opened = new Set<ConfiguredDatabase>();
beforeAll(async () => {
  const config = { ...readConfig({ DATA_DIR: template }), backup: null };
  const { client, stop } = await openConfiguredDatabase(config, { announce: () => {} });
  const { rows } = await client.pool.query('show archive_mode');
  await stop();
  // Without a place.
  expect(rows).toEqual([{ archive_mode: 'off' }]);
});
afterAll(async () => {
  for (const database of opened) await database.stop();
  await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function newSite(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(root, 's-'));
  const backups = join(folder, 'backups');
  const { backup, ...config } = readConfig({
    DATA_DIR: join(folder, 'data'),
    BACKUP_TO: backups,
    BACKUP_AT: '04:00',
    ...settings,
  });
  if (backup === null) throw new Error('There is no place.');
  await cp(template, config.dataDir, { recursive: true });
  return { folder, backups, config: { ...config, backup } };
}

type Site = Awaited<ReturnType<typeof newSite>>;

async function open({ config }: Site) {
  const database = await openConfiguredDatabase(config, { announce: () => {} });
  opened.add(database);
  const stop = async () => {
    opened.delete(database);
    await database.stop();
  };
  return { db: database.client.db, pool: database.client.pool, stop };
}

type Open = Awaited<ReturnType<typeof open>>;

const storeOf = ({ config }: Site) => createImagesOnDisk(join(config.dataDir, 'storage', 'blog-images'));

function dependencies(site: Site, { db, pool }: Open): BackupDependencies {
  const mail = { isSetUp: true, send: async () => {}, check: async () => {}, close: () => {} };
  const log = createLog({ level: 'silent' });
  const domain = { db, mail, jobAdded: () => {}, origin: 'https://firm.test', timeZone: 'UTC' };
  return { domain, pool, images: storeOf(site), log, verify: null };
}

const filesIn = (site: Site, ...names: string[]) =>
  readdir(join(site.backups, 'point-in-time', ...names)).catch(() => []);
const seriesOf = async (site: Site) => (await filesIn(site)).filter((name) => name.startsWith('log-'));
const write = async (pool: pg.Pool, slug: string) => {
  await pool.query('insert into blog_categories (name, slug) values ($1, $1)', [slug]);
};
const imageName = '12345678901234567890.png';
const image = { folder: 'editor-images', name: imageName } as const;

async function addImage(site: Site, pool: pg.Pool): Promise<void> {
  await writeFile(join(site.folder, 'image'), 'an image');
  await storeOf(site).put(image, join(site.folder, 'image'));
  await pool.query(
    `insert into images (folder, name, state, width, height, bytes) values ('editor-images', $1, 'stored', 1, 1, 8)`,
    [imageName],
  );
}

/** Waits until everything that was written is archived. */
async function archiveLog(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  const isArchived = async () => {
    const found = await pool.query<{ isArchived: boolean; failures: number }>(
      'select last_archived_wal >= $1 as "isArchived", failed_count::int as failures from pg_stat_archiver',
      [rows[0]?.name],
    );
    // After failures PostgreSQL tries again after a minute, or with the next segment.
    if (found.rows[0]?.failures)
      await pool.query("select pg_logical_emit_message(false, '', ''), pg_switch_wal()");
    return found.rows[0]?.isArchived;
  };
  await expect.poll(isArchived, { timeout: 60_000, interval: 200 }).toBe(true);
}

/** The categories and images of the site as it was; null: at the end of the archive. */
async function restore(site: Site, at: Date | null): Promise<string[]> {
  const found: string[] = [];
  await restoreToTime(site.config, { at, announce: () => {} }, async (file) => {
    const archive = await openArchive(file);
    const { tables, images } = archive.manifest;
    const column = tables.find(({ name }) => name === 'blog_categories')?.columns.indexOf('slug') ?? -1;
    const rows = gunzipSync(await buffer(archive.read(tableName('blog_categories')))).toString();
    found.push(...rows.split('\n').flatMap((row) => row.split('\t')[column] ?? []));
    found.push(...images.map(({ path }) => path));
    await archive.close();
  });
  return found.toSorted();
}

test('a chosen moment comes back with its images, what the archive does not reach is refused, and a wrong passphrase or a damaged file', async () => {
  const site = await newSite({ BACKUP_PASSPHRASE: 'a passphrase that is hard to guess' });
  const database = await open(site);
  const { pool } = database;
  const backups = createScheduledBackups(site.config);
  await addImage(site, pool);
  await archiveLog(pool);
  await backups.archive(dependencies(site, database));
  expect(backups.notices('UTC').facts.join()).not.toContain('Point in time');
  await backups.run(dependencies(site, database));
  expect([backups.notices('UTC').warnings, backups.warning()]).toEqual([[], null]);
  expect(backups.notices('UTC').facts).toEqual([
    expect.stringMatching(/^Newest backup: today .+, seen in the place of backups today/),
    expect.stringMatching(
      /^Point in time: any second since [^,]+, 2026 [^,]+, seen in the place of backups today/,
    ),
    'Deleted data stays in backups for up to 6 months',
  ]);
  expect((await pool.query('show wal_segment_size')).rows).toEqual([{ wal_segment_size: '1MB' }]);

  await write(pool, 'early');
  // A moment is cut to milliseconds; the times of commits are not.
  await pool.query('select pg_sleep(0.05)');
  const at = new Date();
  await pool.query('select pg_sleep(0.05)');
  await write(pool, 'late');
  await pool.query('delete from images');
  await storeOf(site).remove(image);
  await archiveLog(pool);
  await write(pool, 'in-the-last-segment');
  await database.stop();
  const log = (await seriesOf(site))[0] ?? '';
  expect(
    (await readFile(join(site.backups, 'point-in-time', log, (await filesIn(site, log))[0] ?? ''))).toString(
      'latin1',
    ),
  ).toMatch(/^age-encryption/);

  await expect(restore(site, new Date())).rejects.toThrow(
    /does not reach .*: its last change is of \d{4}-.* Nothing was changed/,
  );
  await expect(restore(site, new Date('2020-01-01'))).rejects.toThrow(/archive begins at 20/);
  const wrong = { ...site, config: { ...site.config, backupPassphrase: 'another passphrase of a user' } };
  await expect(restore(wrong, null)).rejects.toThrow(/BACKUP_PASSPHRASE is not the one/);
  const [base = ''] = await filesIn(site, 'bases');
  const file = join(site.backups, 'point-in-time', 'bases', base);
  const bytes = await readFile(file);
  const last = bytes.length - 20;
  await writeFile(file, bytes.with(last, (bytes[last] ?? 0) ^ 1));
  await expect(restore(site, null)).rejects.toThrow(/is damaged/);
  await writeFile(file, bytes);

  expect(await restore(site, at)).toEqual([`blog-images/editor-images/${imageName}`, 'early']);
});

test.runIf(isLong)(
  'a key and a base that are missing are named and stored anew, and no new key is made',
  async () => {
    const site = await newSite({ BACKUP_PASSPHRASE: 'a passphrase that is hard to guess' });
    const database = await open(site);
    let ahead = 0;
    const backups = createScheduledBackups(site.config, () => new Date(Date.now() + ahead));
    const parts = dependencies(site, database);
    await archiveLog(database.pool);
    await backups.archive(parts);
    await backups.run(parts);
    const [base = ''] = await filesIn(site, 'bases');
    const inPlace = (...names: string[]) => join(site.backups, 'point-in-time', ...names);
    await rm(inPlace('key.age'));
    await rm(inPlace('bases', base));
    const found: (string | null)[] = [];
    for (ahead of [30_000, 60_000, 120_000]) {
      await backups.archive(parts);
      found.push(backups.warning());
      if (found.length !== 2) continue;
      expect(backups.notices('UTC').warnings).toMatchObject([
        { details: expect.stringMatching(`lost point-in-time/key\\.age, .*${base}\\. It is stored anew`) },
      ]);
      expect(backups.notices('UTC').facts.join()).not.toContain('Point in time');
    }
    expect(found).toEqual([null, 'files are missing in the place of the backups', null]);
    expect(backups.notices('UTC').facts.join()).toContain('Point in time');
    // The archiver puts the key back before anybody has looked.
    await rm(inPlace('key.age'));
    await archiveLog(database.pool);
    expect(await filesIn(site)).toContain('key.age');
    await backups.archive(parts);
    expect(backups.warning()).toBe('files are missing in the place of the backups');
    await write(database.pool, 'after');
    await database.stop();
    // The key is the one with which the log before was encrypted.
    expect(await restore(site, null)).toEqual(['after']);

    // A base that is lost while the site is off is named by the next process.
    const [lost = ''] = await filesIn(site, 'bases');
    await rm(inPlace('bases', lost));
    const next = await open(site);
    const ofNext = createScheduledBackups(site.config);
    await ofNext.archive(dependencies(site, next));
    await ofNext.run(dependencies(site, next));
    expect(ofNext.notices('UTC').warnings).toMatchObject([{ details: expect.stringContaining(lost) }]);
    await next.stop();

    await rm(inPlace('key.age'));
    const again = await open(site);
    await write(again.pool, 'again');
    await again.pool.query('select pg_switch_wal()');
    const failed = join(site.config.dataDir, 'postgres', 'archived', 'failed');
    await expect
      .poll(() => readFile(failed, 'utf8').catch(() => ''), { timeout: 20_000 })
      .toMatch(/^point-in-time\/key\.age is missing .* Put it back/);
    expect(await filesIn(site)).not.toContain('key.age');
    await again.stop();
  },
);

test.runIf(isLong && process.getuid?.() === 0)(
  'a time for which there was no room is named, a base ends it, and no moment of it comes back',
  async () => {
    const site = await newSite();
    const { dataDir } = site.config;
    await rm(dataDir, { recursive: true });
    await mkdir(dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=700', 'tmpfs', dataDir]);
    onTestFinished(() => void execFileSync('umount', ['-l', dataDir]));
    await cp(template, dataDir, { recursive: true });
    const database = await open(site);
    const { pool } = database;
    let ahead = 0;
    const backups = createScheduledBackups(site.config, () => new Date(Date.now() + ahead));
    const parts = dependencies(site, database);
    await contextAs(database.db, 'super_admin');
    await archiveLog(pool);
    await backups.archive(parts);
    await backups.run(parts);

    await rename(site.backups, `${site.backups}-aside`);
    const { bavail, bsize } = await statfs(dataDir);
    await writeFile(join(dataDir, 'filler'), Buffer.alloc(bavail * bsize - 150_000_000));
    await write(pool, 'in-the-gap');
    await pool.query('select pg_switch_wal()');
    const gap = join(dataDir, 'postgres', 'archived', 'gap');
    await expect.poll(() => readFile(gap, 'utf8').catch(() => ''), { timeout: 20_000 }).not.toBe('');
    ahead = 90_000;
    await backups.archive(parts);
    expect(backups.warning()).toBe('the point-in-time archive is not complete');
    expect(backups.notices('UTC').warnings).toMatchObject([
      { details: expect.stringMatching(/^What was written since .+ is not in the archive\./) },
    ]);
    expect(await emailsIn(database.db)).toMatchObject([{ subject: expect.stringContaining('not complete') }]);

    await rm(join(dataDir, 'filler'));
    await rm(site.backups, { recursive: true, force: true });
    await rename(`${site.backups}-aside`, site.backups);
    await archiveLog(pool);
    ahead = 0;
    // At once, although one was made on this day.
    await backups.archive(parts);
    await backups.run(parts);
    expect(backups.warning()).toBeNull();
    expect(await seriesOf(site)).toHaveLength(2);
    expect(backups.notices('UTC').facts.join()).toMatch(/any second since .+, except .+ to \d\d:\d\d, seen/);
    const [name = ''] = await filesIn(site, 'gaps');
    await database.stop();
    const within = timeOf(name.split('_')[1] ?? '').getTime() - 1;
    await expect(restore(site, new Date(within))).rejects.toThrow(
      /^Nothing was archived from .+ to .+ Choose/,
    );
    expect(await restore(site, null)).toEqual(['in-the-gap']);
  },
);

test.runIf(isLong)(
  'a place that fails is told by email, and the log kept until it is back',
  async () => {
    const site = await newSite();
    const database = await open(site);
    const { pool } = database;
    const backups = createScheduledBackups(site.config);
    const parts = dependencies(site, database);
    await contextAs(database.db, 'super_admin');
    await archiveLog(pool);
    await backups.archive(parts);
    expect(backups.warning()).toBeNull();

    const aside = `${site.backups}-aside`;
    await rename(site.backups, aside);
    await write(pool, 'while-it-is-away');
    await pool.query('select pg_switch_wal()');
    const failures = async () =>
      (await pool.query<{ n: number }>('select failed_count::int as n from pg_stat_archiver')).rows[0]?.n ??
      0;
    await expect.poll(failures, { timeout: 30_000 }).toBeGreaterThan(0);
    // As if it had waited for three minutes.
    const status = join(site.config.dataDir, 'postgres', 'pg_wal', 'archive_status');
    const past = new Date(Date.now() - 180_000);
    for (const name of await readdir(status)) await utimes(join(status, name), past, past);
    for (let run = 0; run < 2; run += 1) await backups.archive(parts);
    expect(backups.warning()).toBe('the point-in-time archive is not complete');
    expect(backups.notices('UTC').warnings).toMatchObject([
      { details: expect.stringMatching(/last 3 minutes would be lost.*no file anyforge-backups now/) },
    ]);
    expect((await pool.query("select payload->>'subject' as subject from jobs")).rows).toEqual([
      { subject: 'The point-in-time archive is not complete' },
    ]);

    await rm(site.backups, { recursive: true, force: true });
    await rename(aside, site.backups);
    await archiveLog(pool);
    await backups.archive(parts);
    expect(backups.warning()).toBeNull();
    expect(await seriesOf(site)).toHaveLength(1);
    await database.stop();
    expect(await restore(site, null)).toEqual(['while-it-is-away']);
  },
  180_000,
);

test.runIf(isLong)('older files of the database begin a new series, with a base of its own', async () => {
  const site = await newSite();
  let database = await open(site);
  const backups = () => createScheduledBackups(site.config).archive(dependencies(site, database));
  await archiveLog(database.pool);
  await backups();
  await write(database.pool, 'one');
  await database.stop();
  await cp(join(site.config.dataDir, 'postgres'), join(site.folder, 'snapshot'), { recursive: true });
  database = await open(site);
  await write(database.pool, 'two');
  await archiveLog(database.pool);
  await database.stop();
  expect(await seriesOf(site)).toHaveLength(1);

  await rm(join(site.config.dataDir, 'postgres'), { recursive: true });
  await rename(join(site.folder, 'snapshot'), join(site.config.dataDir, 'postgres'));
  database = await open(site);
  await write(database.pool, 'other');
  await archiveLog(database.pool);
  expect(await seriesOf(site)).toHaveLength(2);
  await backups();
  await write(database.pool, 'another');
  await database.stop();
  expect(await restore(site, null)).toEqual(['another', 'one', 'other']);
});

test.runIf(isLong)('what no moment of the last 14 days needs is deleted: bases, log and images', async () => {
  const site = await newSite();
  const database = await open(site);
  await addImage(site, database.pool);
  await archiveLog(database.pool);
  let now = new Date();
  const backups = createScheduledBackups(site.config, () => now);
  const counts: number[] = [];
  for (const day of [1, 5, 10, 15, 20, 60, 81]) {
    now = new Date(Date.UTC(2026, 10, day, 5));
    await write(database.pool, `day-${day}`);
    await backups.archive(dependencies(site, database));
    counts.push((await filesIn(site, 'bases')).length);
  }
  expect(backups.warning()).toBeNull();
  expect(counts).toEqual([1, 2, 3, 4, 4, 2, 2]);
  const [log = ''] = await seriesOf(site);
  const oldest = (await filesIn(site, 'bases')).toSorted()[0]?.split('_')[2] ?? '';
  expect((await filesIn(site, log)).filter((name) => name < oldest)).toEqual([]);
  expect(await Promise.all(['11', '12'].map((month) => filesIn(site, `images-2026-${month}`)))).toEqual([
    [],
    [imageName],
  ]);
  await database.stop();
});

test('with DATABASE_URL nothing is archived, and the dashboard says so', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://db.test/site', BACKUP_TO: root });
  expect(createScheduledBackups(config).notices('UTC').facts).toEqual([
    expect.stringMatching(/not archived by the site: DATABASE_URL/),
    'Deleted data stays in backups for up to 6 months',
  ]);
});
