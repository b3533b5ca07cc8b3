import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createImagesOnDisk } from '#adapters/images-on-disk.ts';
import { createLog } from '#adapters/log.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { importSubscribers } from '#domain/newsletter/import-subscribers.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import type { Config } from '../config.ts';
import { createSuppressionCopy } from './suppression-copy.ts';

const log = createLog({ level: 'silent' });
let root: string;
let archive: string;
let before: OwnDatabase;
const opened: OwnDatabase[] = [];

async function database(): Promise<OwnDatabase> {
  const own = await createOwnDatabase();
  opened.push(own);
  return own;
}

/** Four confirmed subscribers are backed up; then one unsubscribes, one complains, one is erased. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'anyforge-suppression-'));
  archive = join(root, 'backup.tar');
  before = await database();
  const names = ['stays', 'unsubscribed', 'complained', 'erased'];
  await before.db
    .insertInto('subscribers')
    .values(names.map((name) => ({ email: `${name}@x.test`, state: 'confirmed' as const })))
    .execute();
  const store = createImagesOnDisk(join(root, 'images'));
  await makeBackup(before.pool, { file: archive, store, now: new Date() });
  for (const state of ['unsubscribed', 'complained'] as const) {
    await before.db
      .updateTable('subscribers')
      .set({ state })
      .where('email', '=', `${state}@x.test`)
      .execute();
  }
  await before.db.deleteFrom('subscribers').where('email', '=', 'erased@x.test').execute();
});
afterAll(async () => {
  for (const own of opened) await own.drop();
  await rm(root, { recursive: true, force: true });
});

async function restoreInto(into: OwnDatabase, replace: boolean): Promise<void> {
  const store = createImagesOnDisk(join(root, 'images'));
  await restoreBackup(into.pool, { file: archive, store, directory: root, replace, announce: () => {} });
}

async function audience({ db }: OwnDatabase): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from newsletter_audience(null) order by email`.execute(db);
  return rows.map(({ email }) => email);
}

const everyone = ['complained@x.test', 'erased@x.test', 'stays@x.test', 'unsubscribed@x.test'];

async function machine(name: string, more: Partial<Config> = {}) {
  const dataDir = join(root, name);
  await mkdir(dataDir, { recursive: true });
  const config = { dataDir, backup: null, storage: { kind: 'disk' as const }, ...more };
  return { dataDir, copy: createSuppressionCopy(config, log) };
}

test('a backup restored on a new machine subscribes no one again: the list lies beside the backups', async () => {
  const keep = { days: 1, weeks: 0, months: 0 };
  const to = { kind: 'folder' as const, folder: join(root, 'backups') };
  const more = { backup: { to, at: '03:30', keep } };
  const old = await machine('old', more);
  await old.copy.run(before.pool);
  const files = [
    join(old.dataDir, 'suppressed-addresses/list.txt'),
    join(to.folder, 'suppressed-addresses/list.txt'),
  ];
  const [here, there] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  expect(here).toBe(there);
  expect(here?.split('\n')).toHaveLength(4);
  expect(here).not.toContain('@');

  const after = await database();
  await restoreInto(after, false);
  expect(await audience(after)).toEqual(everyone);
  await (await machine('new', more)).copy.run(after.pool);
  expect(await audience(after)).toEqual(['stays@x.test']);
  const rows = await after.db.selectFrom('subscribers').select(['email', 'state']).orderBy('email').execute();
  expect(rows.map(({ email, state }) => `${email} ${state}`)).toEqual([
    'complained@x.test complained',
    'stays@x.test confirmed',
    'unsubscribed@x.test unsubscribed',
  ]);
  const ctx = await contextAs(after.db, 'admin');
  const file = `Email,State\n${everyone.join(',Confirmed\n')},Confirmed`;
  expect(await importSubscribers(ctx, file)).toMatchObject({ added: 0, suppressed: 3, known: 1 });
});

test('a backup restored over the same site keeps the suppression list without any copy, and holds sending', async () => {
  const site = await database();
  await restoreInto(site, false);
  await site.db
    .updateTable('subscribers')
    .set({ state: 'unsubscribed' })
    .where('email', '=', 'stays@x.test')
    .execute();
  await restoreInto(site, true);
  expect(await audience(site)).not.toContain('stays@x.test');
  const setup = await site.db.selectFrom('installation').select('restored_at').executeTakeFirstOrThrow();
  expect(setup.restored_at).toBeInstanceOf(Date);
});

test('without BACKUP_TO the copy is in the bucket of the images; a later subscription outlasts an older copy', async () => {
  const bucket = await startS3Server();
  try {
    const storage = { kind: 's3' as const, ...bucket.settings };
    await (await machine('with-bucket', { storage })).copy.run(before.pool);
    const after = await database();
    await restoreInto(after, false);
    await after.db
      .updateTable('subscribers')
      .set({ state: 'unsubscribed' })
      .where('email', '=', 'unsubscribed@x.test')
      .execute();
    await after.db
      .updateTable('subscribers')
      .set({ state: 'confirmed' })
      .where('email', '=', 'unsubscribed@x.test')
      .execute();
    const other = await machine('other-with-bucket', { storage });
    await other.copy.run(after.pool);
    expect(await audience(after)).toEqual(['stays@x.test', 'unsubscribed@x.test']);
    // The first copy gets what the second one knew. Nothing has changed since: the copies are not written again.
    await other.copy.run(after.pool);
    await rm(join(other.dataDir, 'suppressed-addresses'), { recursive: true });
    await other.copy.run(after.pool);
    await expect(readFile(join(other.dataDir, 'suppressed-addresses/list.txt'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  } finally {
    await bucket.stop();
  }
});

test('a copy with damaged lines is read as far as it goes, and a place that fails does not stop the others', async () => {
  const after = await database();
  await restoreInto(after, false);
  const { dataDir } = await machine('damaged');
  await mkdir(join(dataDir, 'suppressed-addresses'), { recursive: true });
  const old = await readFile(join(root, 'old/suppressed-addresses/list.txt'), 'utf8');
  await writeFile(join(dataDir, 'suppressed-addresses/list.txt'), `${old}half a line\n\u0000`);
  const noFolder = { kind: 'folder' as const, folder: archive };
  const keep = { days: 1, weeks: 0, months: 0 };
  const { copy } = await machine('damaged', { backup: { to: noFolder, at: '03:30', keep } });
  await expect(copy.run(after.pool)).rejects.toThrow('ENOTDIR');
  expect(await audience(after)).toEqual(['stays@x.test']);
});
