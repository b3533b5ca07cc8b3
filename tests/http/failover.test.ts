import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient, createOwner, type Client } from '#tests/client.ts';
import { startDatabaseProxy, type DatabaseProxy } from '#tests/database-proxy.ts';
import { startProcess, type RunningProcess } from '#tests/process.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from '#tests/replication.ts';

/** The product on a primary with a synchronous standby, one of which is lost. */

let database: ReplicatedDatabase;
let proxies: DatabaseProxy[];
let product: RunningProcess & { origin: string };
let visitor: Client;

beforeAll(async () => {
  database = await startReplicatedDatabase();
  proxies = [await startDatabaseProxy(database.primary), await startDatabaseProxy(database.standby)];
  const [first, second] = proxies.map(({ url }) => new URL(url));
  const process = startProcess(['server/main.ts'], {
    NODE_ENV: 'production',
    PORT: '0',
    RATE_LIMITS: 'off',
    DATABASE_URL: `${first?.href.replace(first.host, `${first.host},${second?.host}`)}?target_session_attrs=read-write`,
  });
  product = { ...process, origin: await process.until(/Ready at (\S+)/) };
  const setupLink = () => /(http\S+\/admin\/setup\?token=\S+)/.exec(product.output())?.[1] ?? '';
  await createOwner({ origin: product.origin, setupLink });
  visitor = createClient(product);
});
afterAll(async () => {
  product.signal('SIGTERM');
  await product.exited;
  for (const proxy of proxies) await proxy.close();
  await database.stop();
});

const ready = async () => (await visitor.get('/readyz')).text();
const pages = ['/', '/blog', '/about', '/contact'];

/** @returns whether it was acknowledged */
async function send(text: string): Promise<boolean> {
  const fields = { name: 'Ada', email: 'ada@visitor.test', subject: 'Hello', message: text };
  const answer = await visitor.post('/contact', fields).catch(() => null);
  return answer?.status === 200;
}

async function statusesOfPages(): Promise<number[]> {
  return Promise.all(pages.map(async (path) => (await visitor.get(path)).status));
}

test('a lost synchronous standby is said on /readyz, pages are served and nothing is acknowledged without it', async () => {
  await expect.poll(ready, { timeout: 20_000 }).toBe('ready\n');
  expect(await statusesOfPages()).toEqual([200, 200, 200, 200]);
  await database.lose('standby');
  const waiting = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => send(`without a standby ${n}`));
  await expect
    .poll(ready, { timeout: 10_000 })
    .toBe('ready\nwarning: the synchronous standby of the database is lost, so nothing can be saved\n');
  expect(await statusesOfPages()).toEqual([200, 200, 200, 200]);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => false));
  expect((await visitor.get('/readyz')).status).toBe(200);
  await database.findStandby();
  await expect.poll(ready, { timeout: 20_000 }).toBe('ready\n');
  await expect.poll(() => send('with the standby again'), { timeout: 20_000, interval: 500 }).toBe(true);
}, 120_000);

test('when the primary is lost pages are served, writes come back within 10 seconds of the promotion, and none is lost', async () => {
  const acknowledged: { text: string; at: number }[] = [];
  const statuses = new Map<number, number>();
  const over = new AbortController();
  const writing = [0, 1, 2].map(async (writer) => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const text = `writer ${writer} message ${n}`;
      if (await send(text)) acknowledged.push({ text, at: Date.now() });
    }
  });
  const reading = (async () => {
    while (!over.signal.aborted) {
      for (const status of await statusesOfPages()) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(50);
    }
  })();
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(20);
  await database.lose('primary');
  const lostAt = Date.now();
  await sleep(3_000);
  await database.promote();
  const promotedAt = Date.now();
  const isBack = () => acknowledged.some(({ at }) => at > promotedAt);
  await expect.poll(isBack, { timeout: 10_000, interval: 100 }).toBe(true);
  await sleep(1_000);
  over.abort();
  await Promise.all([...writing, reading]);
  expect(acknowledged.filter(({ at }) => at > lostAt + 500 && at < promotedAt - 500)).toEqual([]);
  expect([...statuses.keys()]).toEqual([200]);
  const client = new pg.Client(database.standby);
  await client.connect();
  const { rows } = await client.query<{ message: string }>('select message from messages');
  await client.end();
  const stored = rows.map(({ message }) => message);
  const kept = new Set(stored);
  expect(acknowledged.filter(({ text }) => !kept.has(text))).toEqual([]);
  // A retry of what was stored is found, not stored twice.
  expect(stored.length).toBe(kept.size);
  await expect.poll(ready, { timeout: 10_000 }).toBe('ready\n');
}, 120_000);
