import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';

import { createImagesOnS3 } from '#adapters/images-on-s3.ts';
import { embeddedConnection } from '#db/embedded/start.ts';
import { imageKeyOf } from '#domain/images/image.ts';
import { createClient, createOwner } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { startProcess, type RunningProcess } from '#tests/process.ts';
import { startS3Server } from '#tests/s3-server.ts';
import { upload } from '#tests/uploads.ts';

/** A machine is lost and the site comes back as it was at a chosen second: with the real commands, on its own database. */

const root = await mkdtemp(join(tmpdir(), 'af-pit-'));
const running = new Set<RunningProcess>();
afterEach(() => {
  for (const one of running) one.signal('SIGKILL');
  running.clear();
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

async function start(settings: Record<string, string>) {
  const one = startProcess(['server/main.mjs'], {
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

/** Ends the product and its PostgreSQL as a power cut would, and takes away their disk. */
async function loseMachine(product: RunningProcess, dataDir: string): Promise<void> {
  product.signal('SIGKILL');
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (readFolder(pid).startsWith(dataDir)) process.kill(Number(pid), 'SIGKILL');
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

async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connection = embeddedConnection(dataDir);
  if (!connection) throw new Error('There is no database.');
  const client = new pg.Client(connection);
  await client.connect();
  return await work(client).finally(() => client.end());
}

test('a lost machine comes back from a bucket as it was at a chosen second, with images that the bucket does not have any more', async () => {
  const service = await startS3Server();
  const dataDir = join(root, 'site');
  const settings = {
    ...service.env,
    DATA_DIR: dataDir,
    BACKUP_TO: 's3://blog-images/backups',
    BACKUP_PASSPHRASE: 'a passphrase that is hard to guess',
  };
  const product = await start(settings);
  const admin = await createOwner(product);
  const { src } = (await upload(admin, await photograph(300, 200))).body;
  const add = (slug: string) =>
    inDatabase(dataDir, async (client) => {
      await client.query('insert into blog_categories (name, slug) values ($1, $1)', [slug]);
      await client.query('select pg_switch_wal()');
    });
  const key = imageKeyOf(src);
  if (!key) throw new Error(src);
  await add('first');
  const isStored = async () => {
    const names = await service.objects();
    const hasBase = names.some((name) => /_[0-9A-F]{24}$/.test(name));
    return hasBase && names.filter((name) => name === key.name).length === 2;
  };
  await expect.poll(isStored, { timeout: 90_000, interval: 500 }).toBe(true);
  await add('before');
  const at = new Date();
  await add('after');
  const isArchived = () =>
    inDatabase(dataDir, async (client) => {
      const { rows } = await client.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_ls_archive_statusdir() where name like '%.ready'",
      );
      return rows[0]?.waiting;
    });
  await expect.poll(isArchived, { timeout: 60_000, interval: 500 }).toBe(0);
  await loseMachine(product, dataDir);
  await createImagesOnS3(service.settings).remove(key);

  const restore = async (...args: string[]) => {
    const command = startProcess(['scripts/restore.ts', ...args], settings);
    return `${await command.exited} ${command.output()}`;
  };
  expect(await restore('--at', 'yesterday')).toMatch(/^1 Usage:/);
  expect(await restore('--at', new Date(Date.now() + 60_000).toISOString())).toMatch(/^1 .*does not reach/s);
  expect(await restore('--at', at.toISOString())).toMatch(/^0 .*Restored the site as it was at/s);
  expect(await restore('--at', at.toISOString())).toMatch(/^1 .*Use --replace/s);
  const again = await start(settings);
  const slugs = await inDatabase(dataDir, (client) =>
    client.query('select slug from blog_categories order by 1'),
  );
  expect(slugs.rows).toEqual([{ slug: 'before' }, { slug: 'first' }]);
  expect((await createClient(again).get(src)).status).toBe(200);
  again.signal('SIGTERM');
  await again.exited;
  await service.stop();
}, 240_000);
