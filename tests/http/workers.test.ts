import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest, Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { startDatabaseProxy } from '#tests/database-proxy.ts';
import { urlOf } from '#tests/database-url.ts';
import { postForm } from '#tests/factories.ts';
import { startProcess, type RunningProcess } from '#tests/process.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

/** Several processes that answer requests, behind one port. */

const owner = { email: 'owner@firm.test', password: 'correct horse' };
let product: RunningProduct;
let admin: Client;

beforeAll(async () => {
  product = await startProduct({ WORKERS: '2', ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password });
  admin = createClient(product);
  expect((await admin.post('/admin/login', owner)).status).toBe(302);
});
afterAll(() => product.stop());

/** Processes that the product started to answer requests. */
function workersOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid && commandOf(one).includes('workers/worker.ts'));
}

function parentOf(pid: number): number {
  return Number(/\) . (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0);
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

type Answer = { status: number; id: string; body: string; connection: string; headers: string };

/** One request on a connection of its own, or on those of an agent. */
function get(origin: string, path: string, agent: Agent | false = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(new URL(path, origin), { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          id: String(response.headers['x-request-id']),
          connection: response.headers.connection ?? '',
          headers: namesOf(response.rawHeaders),
          body,
        }),
      );
    });
    asked.once('error', reject);
    asked.end();
  });
}

/** Names of headers, those that only some answers have left out. */
function namesOf(raw: readonly string[]): string {
  const names = raw.filter((_, index) => index % 2 === 0);
  return names.filter((name) => !['Connection', 'Keep-Alive'].includes(name)).join();
}

/** The random name of the process in the id of a request. */
const processOf = ({ id }: Answer): string => id.split('-')[0] ?? '';

/** What each process shows at an address: new connections, until every process has answered. */
async function fromEach(path: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (let n = 0; n < 400 && answers.size < 2; n += 1) {
    const few = await Promise.all(Array.from({ length: 8 }, () => get(product.origin, path)));
    for (const answer of few) answers.set(processOf(answer), answer);
  }
  return answers;
}

async function publish(title: string, content = '<p>First text</p>'): Promise<string> {
  const made = await admin.post('/admin/posts/new', postForm({ title, content, published: 'true' }));
  expect(made.status).toBe(302);
  const row = await product.database.db
    .selectFrom('blog_posts')
    .select('slug')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  return `/blog/${row.slug}`;
}

/** Saves the post with other values, as its form does. */
async function save(path: string, values: Parameters<typeof postForm>[0]): Promise<void> {
  const post = await product.database.db
    .selectFrom('blog_posts')
    .selectAll()
    .where('slug', '=', path.replace('/blog/', ''))
    .executeTakeFirstOrThrow();
  const at = (post.published_at ?? new Date()).toISOString();
  const saved = await admin.post(`/admin/posts/edit/${post.id}`, {
    ...postForm({
      title: post.title,
      slug: post.slug,
      content: post.content,
      published: 'true',
      publishDay: at.slice(0, 10),
      publishTime: at.slice(11, 16),
      ...values,
    }),
    version: String(post.version),
  });
  expect(saved.status).toBeLessThan(400);
}

test('two processes answer, say "Ready" once, and a session is good at both', async () => {
  expect(workersOf(product.pid)).toHaveLength(2);
  const answers = await fromEach('/');
  expect([...answers.values()].map(({ status }) => status)).toEqual([200, 200]);
  expect(product.output().match(/Ready at/g)).toHaveLength(1);
  expect(product.output().match(/Created the super admin/g)).toHaveLength(1);
  const seen = new Set<string>();
  for (let n = 0; n < 100 && seen.size < 2; n += 1) {
    const answer = await admin.get('/admin');
    expect(answer.status).toBe(200);
    seen.add((answer.headers.get('x-request-id') ?? '').split('-')[0] ?? '');
    // The client keeps its connection open otherwise.
    await Promise.all([get(product.origin, '/'), admin.get('/admin')]);
  }
});

test('a save is shown by every process as soon as it is answered, and what was withdrawn by none', async () => {
  const path = await publish('Shown everywhere');
  const asked = new Set<string>();
  const askFew = async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => get(product.origin, path)));
    for (const answer of answers) asked.add(processOf(answer));
    return answers;
  };
  for (let round = 1; round <= 4; round += 1) {
    expect((await fromEach(path)).size).toBe(2);
    // A popular page may be shown for a second more while it is rendered again.
    await sleep(2_200);
    await save(path, { content: `<p>Text of round ${round}</p>` });
    for (const { body } of await askFew()) expect(body).toContain(`Text of round ${round}`);
  }
  expect(asked.size).toBe(2);
  await save(path, { published: 'false' });
  expect(new Set((await askFew()).map(({ status }) => status))).toEqual(new Set([404]));
});

test('what another program writes to the database is shown by every process within a second', async () => {
  const path = await publish('Written elsewhere');
  for (let round = 1; round <= 5; round += 1) {
    await fromEach(path);
    await product.database.db
      .updateTable('blog_posts')
      .set({ content: `<p>Row of round ${round}</p>` })
      .where('slug', '=', path.replace('/blog/', ''))
      .execute();
    const began = performance.now();
    for (let isShown = false; !isShown;) {
      const answers = await fromEach(path);
      isShown = [...answers.values()].every(({ body }) => body.includes(`Row of round ${round}`));
    }
    // A second, and the time in which a busy machine does not come round to asking.
    expect(performance.now() - began).toBeLessThan(2_000);
  }
});

test('without the database a process shows the copy of another one, with the same headers once', async () => {
  const own = await createOwnDatabase();
  const proxy = await startDatabaseProxy(own.connection);
  const lone = await startProduct({ WORKERS: '3', DATABASE_URL: proxy.url });
  const answers = new Map<string, Answer>();
  await get(lone.origin, '/blog');
  // Long enough for the page to be current when it was rendered: only one process has it.
  await sleep(1_200);
  const shown = await get(lone.origin, '/blog');
  expect(shown.status).toBe(200);
  await proxy.lose();
  for (let n = 0; n < 100 && answers.size < 3; n += 1) {
    for (const answer of await Promise.all(Array.from({ length: 6 }, () => get(lone.origin, '/blog')))) {
      expect([answer.status, answer.body]).toEqual([200, shown.body]);
      answers.set(processOf(answer), answer);
    }
  }
  expect(answers.size).toBe(3);
  expect(new Set([...answers.values()].map(({ headers }) => headers)).size).toBe(1);
  await lone.stop();
  await proxy.close();
  await own.drop();
});

describe('under steady requests', () => {
  /** Asks without a pause on kept connections until `work` is done. */
  async function during(work: () => Promise<void>): Promise<{ answers: Answer[]; failures: unknown[] }> {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const answers: Answer[] = [];
    const failures: unknown[] = [];
    const over = new AbortController();
    const ask = async (paths: readonly string[]) => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        try {
          answers.push(await get(product.origin, paths[n % paths.length] ?? '/', agent));
        } catch (error) {
          failures.push(error);
        }
      }
    };
    const asking = Array.from({ length: 8 }, () => ask(['/', '/about', '/healthz']));
    await work();
    over.abort();
    await Promise.all(asking);
    agent.destroy();
    return { answers, failures };
  }

  test('SIGHUP puts new processes in the place of all, and no request fails', async () => {
    const before = workersOf(product.pid);
    const { answers, failures } = await during(async () => {
      await sleep(300);
      product.signal('SIGHUP');
      await expect
        .poll(() => product.output().includes('The workers were renewed'), { timeout: 60_000 })
        .toBe(true);
      await sleep(300);
    });
    const after = workersOf(product.pid);
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(failures).toEqual([]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.some(({ connection }) => connection === 'close')).toBe(true);
    expect(new Set(answers.map(processOf)).size).toBeGreaterThan(1);
    expect(product.output().match(/Ready at/g)).toHaveLength(1);
  });

  test('a killed process is replaced, and only what it was answering is lost', async () => {
    const [victim = 0] = workersOf(product.pid);
    const { answers, failures } = await during(async () => {
      await sleep(300);
      process.kill(victim, 'SIGKILL');
      await expect.poll(() => workersOf(product.pid).length, { timeout: 20_000 }).toBe(2);
      await expect.poll(async () => (await fromEach('/')).size, { timeout: 20_000 }).toBe(2);
    });
    // One for each connection at most: every later request is answered by the others.
    expect(failures.length).toBeLessThanOrEqual(8);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(product.output()).toContain('A worker ended by itself');
    expect(workersOf(product.pid)).not.toContain(victim);
  });
});

describe('the end of the main process', () => {
  let database: OwnDatabase;
  let dataDir: string;
  let one: RunningProcess;
  let origin: string;

  beforeAll(async () => {
    database = await createOwnDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'anyforge-workers-'));
  });
  afterAll(async () => {
    one.signal('SIGKILL');
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<number[]> {
    const settings = { DATABASE_URL: urlOf(database.connection), DATA_DIR: dataDir, PORT: '0', WORKERS: '2' };
    one = startProcess(['server/main.ts'], { NODE_ENV: 'production', LOG_LEVEL: 'info', ...settings });
    origin = await one.until(/Ready at (\S+)/);
    return workersOf(one.pid);
  }

  const isGone = (pid: number) => !commandOf(pid).includes('workers/worker.ts');

  test('SIGTERM ends all, with exit code 0', async () => {
    const workers = await start();
    expect(workers).toHaveLength(2);
    one.signal('SIGTERM');
    expect(await one.exited).toBe(0);
    expect(workers.every(isGone)).toBe(true);
    await expect(get(origin, '/healthz')).rejects.toThrow();
    expect(one.output().match(/"msg":"Stopped"/g)).toHaveLength(1);
  });

  test('SIGKILL leaves nothing that holds the port', async () => {
    const workers = await start();
    one.signal('SIGKILL');
    await one.exited;
    await expect.poll(() => workers.every(isGone), { timeout: 5_000 }).toBe(true);
    await expect(get(origin, '/healthz')).rejects.toThrow();
  });

  test('a setting that no process can start with is told once, with exit code 1', async () => {
    const broken = startProcess(['server/main.ts'], {
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(database.connection),
      DATA_DIR: dataDir,
      PORT: new URL(product.origin).port,
      WORKERS: '2',
    });
    expect(await broken.exited).toBe(1);
    expect(broken.output()).toBe(
      `Port ${new URL(product.origin).port} of 127.0.0.1 is already in use. Stop the other program, or set PORT to another number.\n`,
    );
  });
});

test('several first starts on one empty database succeed together', async () => {
  const database = await createOwnDatabase();
  const folders = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), 'anyforge-first-'))));
  const starts = folders.map((dataDir) =>
    startProcess(['server/main.ts'], {
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(database.connection),
      DATA_DIR: dataDir,
      PORT: '0',
      WORKERS: '1',
      SESSION_SECRET: 'a-secret-of-all-first-starts-0123456789',
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
    }),
  );
  const origins = await Promise.all(starts.map((started) => started.until(/Ready at (\S+)/)));
  for (const at of origins) {
    expect((await createClient({ origin: at }).post('/admin/login', owner)).status).toBe(302);
  }
  expect(starts.filter((started) => started.output().includes('Created the super admin'))).toHaveLength(1);
  for (const started of starts) started.signal('SIGTERM');
  expect(await Promise.all(starts.map(({ exited }) => exited))).toEqual([0, 0, 0]);
  await database.drop();
  for (const dataDir of folders) await rm(dataDir, { recursive: true, force: true });
});
