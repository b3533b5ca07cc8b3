import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';

import { createImagesOnS3 } from '#adapters/images-on-s3.ts';
import { embeddedConnection, startEmbeddedPostgres } from '#db/embedded/start.ts';
import { imageKeyOf } from '#domain/images/image.ts';
import { createClient, createOwner } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { startProcess, type RunningProcess } from '#tests/process.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { upload } from '#tests/uploads.ts';

/** A machine is lost and the site comes back as it was at chosen seconds: with the real commands, on its own database. */

const root = await mkdtemp(join(tmpdir(), 'af-pit-'));
const running = new Set<RunningProcess>();
afterEach(() => {
  for (const one of running) one.signal('SIGKILL');
  running.clear();
});
afterAll(() => rm(root, { recursive: true, force: true }));

type Settings = Record<string, string>;

async function start(settings: Settings) {
  const one = startProcess(['server/main.ts'], {
    NODE_ENV: 'production',
    PORT: '0',
    RATE_LIMITS: 'off',
    SESSION_SECRET: 'a-secret-of-all-products-under-test-0123456789',
    ...settings,
  });
  running.add(one);
  const origin = await one.until(/Ready at (\S+)/);
  const setupLink = () => /(http\S+\/admin\/setup\?token=\S+)/.exec(one.output())?.[1] ?? '';
  return { ...one, origin, setupLink };
}

async function restore(settings: Settings, ...args: string[]): Promise<string> {
  const command = startProcess(['scripts/restore.ts', ...args], settings);
  const code = await command.exited;
  return `${code} ${command.output()}`;
}

/** Ends the product and its PostgreSQL as a power cut would, and takes away their disk. */
async function loseMachine(product: RunningProcess, dataDir: string): Promise<void> {
  product.signal('SIGKILL');
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const folder = readFolder(pid);
    if (folder.startsWith(dataDir)) process.kill(Number(pid), 'SIGKILL');
  }
  await product.exited;
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function readFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

type Write = { n: number; begun: number; acknowledged: number };

/** Writes numbered rows, one after the other, until it is stopped or the database is gone. */
function write(dataDir: string, from: number) {
  const writes: Write[] = [];
  const over = new AbortController();
  const done = (async () => {
    const connection = embeddedConnection(dataDir);
    if (!connection) throw new Error('There is no database.');
    const client = new pg.Client(connection);
    client.on('error', () => over.abort());
    await client.connect();
    await client.query('create table if not exists ledger (n int primary key)');
    for (let n = from; !over.signal.aborted; n += 1) {
      const begun = Date.now();
      const isWritten = await client.query('insert into ledger values ($1)', [n]).catch(() => null);
      if (isWritten === null) return;
      writes.push({ n, begun, acknowledged: Date.now() });
      await sleep(10);
    }
    await client.end();
  })();
  const stop = async () => {
    over.abort();
    await done;
  };
  return { writes, stop };
}

/** The numbers in the restored database. */
async function readLedger(dataDir: string): Promise<number[]> {
  const server = await startEmbeddedPostgres({ dataDir, announce: () => {} });
  const client = new pg.Client(server.connection);
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select n from ledger order by n');
  await client.end();
  await server.stop();
  return rows.map(({ n }) => n);
}

/** Exactly what was acknowledged before the moment; of a write that was under way at it either is right. */
function expectStateAt(at: number, found: readonly number[], writes: readonly Write[]): void {
  const present = new Set(found);
  const missing = writes.filter(({ n, acknowledged }) => acknowledged < at && !present.has(n));
  const later = writes.filter(({ n, begun }) => begun > at && present.has(n));
  expect({ missing, later }).toEqual({ missing: [], later: [] });
}

async function untilBase(backups: string, count: number): Promise<void> {
  const names = () => readdir(join(backups, 'point-in-time', 'bases')).catch(() => []);
  await expect.poll(async () => (await names()).length, { timeout: 60_000, interval: 200 }).toBe(count);
}

test('after the loss of the machine any second comes back, also from before an earlier restore, with the images of that time', async () => {
  const dataDir = join(root, 'one');
  const backups = join(root, 'one-backups');
  const settings = {
    DATA_DIR: dataDir,
    BACKUP_TO: backups,
    BACKUP_PASSPHRASE: 'a passphrase that is hard to guess',
  };
  const product = await start(settings);
  const admin = await createOwner(product);
  await untilBase(backups, 1);
  const first = write(dataDir, 1);
  await sleep(4_000);
  const early = Date.now();
  await sleep(1_000);
  const { src } = (await upload(admin, await photograph(300, 200))).body;
  const bytes = Buffer.from(await (await admin.get(src)).arrayBuffer());
  await sleep(12_000);
  const lostAt = Date.now();
  await loseMachine(product, dataDir);
  await first.stop();

  expect(await restore({ ...settings, BACKUP_PASSPHRASE: '' }, '--at', 'latest')).toMatch(
    /^1 .*BACKUP_PASSPHRASE is not the one/s,
  );
  expect(await restore(settings, '--at', 'latest')).toMatch(/^0 .*Restored everything that was archived/s);
  const newest = await readLedger(dataDir);
  // What was acknowledged more than 10 seconds before the loss is there, and nothing else is missing in between.
  expectStateAt(
    lostAt - 10_000,
    newest.slice(0, 0).concat(newest),
    first.writes.filter(({ begun }) => begun < lostAt - 10_000),
  );
  expect(newest).toEqual(newest.map((_, index) => index + 1));

  const again = await start(settings);
  expect(
    await (await createClient(again).get(src)).arrayBuffer().then((body) => Buffer.from(body).equals(bytes)),
  ).toBe(true);
  expect(
    (await createClient(again).post('/admin/login', { email: 'owner@firm.test', password: 'correct horse' }))
      .status,
  ).toBe(302);
  for (const [name, value] of admin.cookies) admin.cookies.set(name, value);
  const signedOut = createClient(again);
  for (const [name, value] of admin.cookies) signedOut.cookies.set(name, value);
  expect((await signedOut.get('/admin')).status).toBe(302);
  await untilBase(backups, 2);
  const second = write(dataDir, 1_000_000);
  await sleep(3_000);
  const late = Date.now();
  await sleep(8_000);
  expect(await restore(settings, '--at', new Date(late).toISOString(), '--replace')).toMatch(
    /^1 .*is in use/s,
  );
  await second.stop();
  again.signal('SIGTERM');
  await again.exited;

  expect(await restore(settings, '--at', new Date(late).toISOString())).toMatch(/^1 .*Use --replace/s);
  expect(await restore(settings, '--at', new Date(late).toISOString(), '--replace')).toMatch(
    /^0 .*Restored the site as it was at/s,
  );
  const atLate = await readLedger(dataDir);
  expectStateAt(late, atLate, second.writes);
  expect(atLate.filter((n) => n < 1_000_000)).toEqual(newest);

  expect(await restore(settings, '--at', new Date(early).toISOString(), '--replace')).toMatch(/^0 /);
  expectStateAt(early, await readLedger(dataDir), first.writes);
  expect(await restore(settings, '--at', '2020-01-01T00:00:00Z', '--replace')).toMatch(/^1 .*begins at 20/s);
  expect(await restore(settings, '--at', 'yesterday')).toMatch(/^1 Usage:/);
  expectStateAt(early, await readLedger(dataDir), first.writes);
}, 240_000);

test('an archive in a bucket brings back a chosen second, with images that the bucket does not have any more', async () => {
  const service = await startS3Server();
  const dataDir = join(root, 'two');
  const settings = { ...service.env, DATA_DIR: dataDir, BACKUP_TO: 's3://blog-images/backups' };
  const product = await start(settings);
  const admin = await createOwner(product);
  const { src } = (await upload(admin, await photograph(300, 200))).body;
  const hasBase = async () => (await service.objects()).some((name) => name.endsWith('.tar.gz'));
  await expect.poll(hasBase, { timeout: 60_000, interval: 200 }).toBe(true);
  const { writes, stop } = write(dataDir, 1);
  await sleep(3_000);
  const at = Date.now();
  await sleep(9_000);
  await loseMachine(product, dataDir);
  await stop();
  const key = imageKeyOf(src);
  if (!key) throw new Error(src);
  await createImagesOnS3(service.settings).remove(key);

  expect(await restore(settings, '--at', new Date(at).toISOString())).toMatch(/^0 /);
  expectStateAt(at, await readLedger(dataDir), writes);
  const again = await start({ ...settings, BACKUP_TO: '' });
  expect((await createClient(again).get(src)).status).toBe(200);
  again.signal('SIGTERM');
  await again.exited;
  await service.stop();
}, 180_000);
