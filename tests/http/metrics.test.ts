import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { beforeAll, expect, test } from 'vitest';

import { createClient } from '#tests/client.ts';
import { useDatabase } from '#tests/database.ts';
import { useDatabaseLine } from '#tests/database-line.ts';
import { urlOf } from '#tests/database-url.ts';
import { needs } from '#tests/programs.ts';
import { owner, ownerSettings } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';
import { askRaw } from '#tests/raw-request.ts';
import { readText } from '#tests/project.ts';

const database = useDatabase();
const line = useDatabaseLine(database);
const settings = () => ({
  METRICS_PORT: '0',
  DATABASE_URL: urlOf(line.connection),
  ...ownerSettings,
  // A place that no backup can be stored in.
  BACKUP_TO: '/dev/null/backups',
});
const product = useProduct(settings, { database });
let port: number;

beforeAll(() => {
  port = Number(/"port":(\d+),"msg":"Metrics can be read"/.exec(product.output())?.[1]);
});

async function scrape(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

async function statusAs(path: string, { host = '127.0.0.1', method = 'GET' } = {}): Promise<number> {
  return (await askRaw(`http://127.0.0.1:${port}`, path, { method, headers: { host } })).status;
}

const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((entry) => entry.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

test('a scrape has every metric that the dashboard and the alerts name', async () => {
  const client = createClient(product);
  await client.get('/about');
  const text = await scrape();
  const names = new Set(Array.from(text.matchAll(/^([a-z_]\w*)(?=[{ ])/gm), ([, name]) => name));
  const used = new Set(
    ['deploy/grafana/anyforge.json', 'deploy/prometheus/alerts.yml'].flatMap((file) =>
      Array.from(readText(file).matchAll(/\b(?:anyforge|nodejs|process)_\w+/g), ([name]) => name),
    ),
  );
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((name) => !names.has(name))).toEqual([]);
});

const promtool = needs('promtool');

test.skipIf(promtool.isMissing)(`promtool accepts a scrape${promtool.note}`, async () => {
  const { status, stderr, stdout } = spawnSync('promtool', ['check', 'metrics'], {
    input: await scrape(),
    encoding: 'utf8',
  });
  // prom-client's own names for heap spaces and the like are older than these rules.
  const complaints = `${stdout}${stderr}`.split('\n').filter((text) => text.includes('anyforge'));
  expect(complaints).toEqual([]);
  expect(status).not.toBe(1);
});

test.skipIf(process.platform !== 'linux')('the memory is that of all its processes', async () => {
  const { memoryBytes } = await import('#server/metrics/memory.ts');
  const bytes = valueOf(await scrape(), 'anyforge_memory_bytes');
  expect(bytes).toBeGreaterThan(50e6);
  expect(bytes).toBeLessThan(1e9);
  // The tests have started the product: what it takes is a part of theirs.
  expect(await memoryBytes()).toBeGreaterThan(bytes);
});

test('requests are counted by the pattern of their address, kept pages too', async () => {
  const count = (text: string, route: string, status = '2xx') =>
    valueOf(
      text,
      `anyforge_http_request_duration_seconds_count{route="${route}",method="GET",status="${status}"}`,
    ) || 0;
  const client = createClient(product);
  const before = await scrape();
  for (let n = 0; n < 20; n += 1) await (await client.get('/about')).text();
  for (let n = 0; n < 5; n += 1) await (await client.get(`/blog/post-${n}`)).text();
  const after = await scrape();
  expect(count(after, '/about') - count(before, '/about')).toBe(20);
  expect(count(after, '/blog/:slug', '4xx') - count(before, '/blog/:slug', '4xx')).toBe(5);
  const kept = 'anyforge_page_cache_requests_total{result="hit"}';
  expect(valueOf(after, kept) - valueOf(before, kept)).toBeGreaterThanOrEqual(19);
  await expect.poll(product.output).toMatch(/"route":"\/blog\/:slug","path":"\/blog\/post-4"/);
  expect(product.output().match(/"route":"\/about","path":"\/about"/g)?.length).toBeGreaterThanOrEqual(20);
});

test('a hundred unknown addresses and methods add no series, and nothing that a visitor sent is in a scrape', async () => {
  const client = createClient(product);
  const token = 'Z9x8Secret7Token6Value5abcdefgh';
  const seriesOf = (text: string) => text.split('\n').filter((entry) => /^[a-z]/.test(entry)).length;
  const ask404 = async (from: number) => {
    for (let n = from; n < from + 30; n += 1)
      await (await client.get(`/x${n}/${token}?email=ada@visitor.test`)).text();
  };
  await ask404(0);
  await client.post('/admin/login', { email: 'ada@visitor.test', password: token });
  await client.get(`/preview/${token}`);
  const before = await scrape();
  await Promise.all([1, 2, 3, 4].map((part) => ask404(part * 1_000)));
  const after = await scrape();
  expect(seriesOf(after) - seriesOf(before)).toBeLessThan(20);
  for (const text of [token, 'ada@', owner.email, '127.0.0.1', owner.password])
    expect(after).not.toContain(text);
  expect(after).toMatch(/^anyforge_security_events_total\{event="sign-in-failed"\} [1-9]/m);
});

test('a scrape is answered in time while the database is silent, and says so', async () => {
  line.freeze();
  try {
    const started = performance.now();
    const text = await scrape();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(valueOf(text, 'anyforge_database_up')).toBe(0);
    expect(text).not.toContain('anyforge_outbox_emails');
    expect(text).toContain('anyforge_page_cache_requests_total');
  } finally {
    line.mend();
  }
  const isUp = async () => valueOf(await scrape(), 'anyforge_database_up');
  await expect.poll(isUp, { timeout: 15_000 }).toBe(1);
});

test('the port of the metrics answers nothing else, and neither other machines nor pages of other sites', async () => {
  expect(await statusAs('/')).toBe(404);
  expect(await statusAs('/metrics', { method: 'POST' })).toBe(405);
  expect(await statusAs('/metrics', { host: 'evil.test' })).toBe(403);
  expect(await statusAs('/metrics', { host: `localhost:${port}` })).toBe(200);
  expect((await createClient(product).get('/metrics')).status).toBe(404);
  const listening = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state]) => state === '0A')
    .map(([, address = '']) => address);
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  expect(
    // 127.0.0.0/8, with the last byte first.
    listening.filter((address) => address.endsWith(`:${hex}`) && !address.endsWith(`7F:${hex}`)),
  ).toEqual([]);
});
