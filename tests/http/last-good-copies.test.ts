import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, describe, expect, test } from 'vitest';

import { createClient, createOwner, type Client } from '#tests/client.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { startDatabaseProxy, type DatabaseProxy } from '#tests/database-proxy.ts';
import { isLong } from '#tests/long.ts';
import { startProcess, type RunningProcess } from '#tests/process.ts';
import { fillPublicSite } from '#tests/public-site.ts';

/** Decision 13: while the database is away, public pages are served from the last good copy; never one withdrawn. */

const needsNoDatabase = [
  '/about',
  '/contact',
  '/jv-program',
  '/privacy',
  '/terms',
  '/cookies',
  '/robots.txt',
];
const content = [
  '/',
  '/blog',
  '/blog?page=2',
  '/blog/rich',
  '/blog/post-1',
  '/blog/category/engineering',
  '/blog/tag/tools',
  '/rss.xml',
];
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

type Instance = {
  visitor: Client;
  origin: string;
  output: () => string;
  kill: () => Promise<void>;
  /** Starts it again on its data. Resolves when it listens, ready or not. */
  start: () => Promise<void>;
  stop: () => Promise<number | null>;
};

async function startDatabase(): Promise<{ database: OwnDatabase; proxy: DatabaseProxy }> {
  const database = await createOwnDatabase();
  cleanUps.push(database.drop);
  await fillPublicSite(database.db);
  const proxy = await startDatabaseProxy(database.connection);
  cleanUps.push(proxy.close);
  return { database, proxy };
}

async function startInstance(proxy: DatabaseProxy): Promise<Instance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anyforge-copies-'));
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  let port = '0';
  const run = () =>
    startProcess(['server/main.ts'], {
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: proxy.url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      SESSION_SECRET: 'a-secret-of-all-products-under-test-0123456789',
    });
  let running: RunningProcess = run();
  cleanUps.push(async () => {
    running.signal('SIGKILL');
    await running.exited;
  });
  const origin = await running.until(/Ready at (\S+)/);
  ({ port } = new URL(origin));
  return {
    visitor: createClient({ origin }),
    origin,
    output: () => running.output(),
    async kill() {
      running.signal('SIGKILL');
      await running.exited;
    },
    async start() {
      running = run();
      await expect
        .poll(
          () =>
            fetch(`${origin}/healthz`)
              .then((answer) => answer.ok)
              .catch(() => false),
          wait,
        )
        .toBe(true);
    },
    stop() {
      running.signal('SIGTERM');
      return running.exited;
    },
  };
}

const wait = { timeout: 20_000 };

const ownerOf = (instance: Instance) =>
  createOwner({
    origin: instance.origin,
    setupLink: () => /(http\S+\/admin\/setup\?token=\S+)/.exec(instance.output())?.[1] ?? '',
  });

/**
 * Visits pages until they are kept: twice, because a page that is rendered while the database takes longer to say what is
 * current is shown and not kept.
 */
async function see(visitor: Client, paths: readonly string[]): Promise<void> {
  for (const path of ['/about', ...paths])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
  await pause(1_500);
  for (const path of paths) expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
}

async function statuses(visitor: Client, paths: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const path of paths) found[path] = (await visitor.get(path)).status;
  return found;
}

const all = (paths: readonly string[], status: number) =>
  Object.fromEntries(paths.map((path) => [path, status]));

async function idOf({ db }: OwnDatabase, slug: string): Promise<string> {
  const row = await db
    .selectFrom('blog_posts')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function unpublish(admin: Client, database: OwnDatabase, slug: string): Promise<void> {
  const id = await idOf(database, slug);
  const answer = await admin.post('/admin/posts', { id, intent: 'set-published', published: 'false' });
  expect(answer.status).toBe(200);
}

/** What must not be seen of a post, wherever it stood. */
async function expectGone(visitor: Client, slug: string, title: string): Promise<void> {
  const link = new RegExp(`<a [^>]*/blog/${slug}"|<link>[^<]*/blog/${slug}<`);
  for (const path of [`/blog/${slug}`, ...content]) {
    const answer = await visitor.get(path);
    const text = await answer.text();
    if (path === `/blog/${slug}`) expect(answer.status).not.toBe(200);
    expect([path, link.test(text), text.includes(title)]).toEqual([path, false, false]);
  }
}

test('after a save and then without the database, every page is served from its last good copy within 200 ms', async () => {
  const { proxy } = await startDatabase();
  const instance = await startInstance(proxy);
  const admin = await ownerOf(instance);
  await see(instance.visitor, content);
  const before = await instance.visitor.get('/blog/rich');
  const saved = await admin.post('/admin/categories', { intent: 'create', name: 'Something new' });
  expect(saved.status).toBeLessThan(400);
  await proxy.lose();

  expect(await statuses(instance.visitor, [...content, ...needsNoDatabase])).toEqual(
    all([...content, ...needsNoDatabase], 200),
  );
  const askedAt = performance.now();
  const copy = await instance.visitor.get('/blog/rich');
  expect(performance.now() - askedAt).toBeLessThan(200);
  for (const name of ['cache-control', 'etag', 'content-security-policy', 'vary', 'content-type']) {
    expect([name, copy.headers.get(name)]).toEqual([name, before.headers.get(name)]);
  }
  expect(copy.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test.runIf(isLong)(
  'with a database that falls silent after a save, pages are served from their last good copies',
  async () => {
    const { proxy } = await startDatabase();
    const instance = await startInstance(proxy);
    const admin = await ownerOf(instance);
    await see(instance.visitor, content);
    await admin.post('/admin/categories', { intent: 'create', name: 'Something new' });
    proxy.silence();
    await pause(2_500);
    for (const path of content) {
      const askedAt = performance.now();
      expect([path, (await instance.visitor.get(path)).status]).toEqual([path, 200]);
      expect(performance.now() - askedAt).toBeLessThan(200);
    }
  },
);

test('started again without the database: pages that need none, words for the rest, and it heals by itself', async () => {
  const { database, proxy } = await startDatabase();
  const instance = await startInstance(proxy);
  await see(instance.visitor, ['/blog/rich']);
  await instance.kill();
  await proxy.lose();
  await instance.start();
  expect((await instance.visitor.get('/readyz')).status).toBe(503);
  expect(await statuses(instance.visitor, needsNoDatabase)).toEqual(all(needsNoDatabase, 200));
  expect((await instance.visitor.get('/no/where')).status).toBe(404);
  // A plain page may be there.
  expect((await instance.visitor.get('/nowhere')).status).toBe(503);
  expect((await instance.visitor.get('/admin/login')).status).toBe(503);
  const post = await instance.visitor.get('/blog/rich');
  expect([post.status, Number(post.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await post.text()).toContain('Failed to load post.');
  const sent = await instance.visitor.post('/contact', {
    name: 'Ada',
    email: 'kept@visitor.test',
    subject: 'Hello',
    message: 'Words to keep.',
  });
  expect([sent.status, await sent.text()]).toEqual([
    503,
    expect.stringContaining('>Words to keep.</textarea>'),
  ]);
  await proxy.find();
  await expect.poll(async () => (await instance.visitor.get('/readyz')).status, wait).toBe(200);
  expect((await instance.visitor.get('/blog/rich')).status).toBe(200);

  // Words of the owner's own are not known without the database, and example texts do not stand for them.
  await database.db
    .insertInto('site_documents')
    .values({
      name: 'general',
      published: JSON.stringify({ name: 'Harbor Works' }),
      version: 1,
      save_kind: 'publish',
    })
    .execute();
  await expect
    .poll(async () => (await instance.visitor.get('/contact')).text(), wait)
    .toContain('Harbor Works');
  await instance.kill();
  await proxy.lose();
  await instance.start();
  expect((await instance.visitor.get('/about')).status).toBe(503);
  expect(await instance.stop()).toBe(0);
});

describe('what was withdrawn is not served without the database', () => {
  test('unpublished or deleted, and the database lost right after the answer', async () => {
    const { database, proxy } = await startDatabase();
    const instance = await startInstance(proxy);
    const admin = await ownerOf(instance);
    await see(instance.visitor, [...content, '/blog/post-7', '/blog/post-6', '/sitemap.xml']);
    const id = await idOf(database, 'post-6');
    expect((await admin.post('/admin/posts', { id, intent: 'delete' })).status).toBe(200);
    await unpublish(admin, database, 'post-7');
    await proxy.lose();
    await expectGone(instance.visitor, 'post-7', 'Post 7');
    await expectGone(instance.visitor, 'post-6', 'Post 6');
  });

  test.runIf(isLong)(
    'moved or scheduled by a hand at the database, seen by a process without visitors',
    async () => {
      const { database, proxy } = await startDatabase();
      const instance = await startInstance(proxy);
      await see(instance.visitor, [...content, '/blog/post-7', '/blog/post-6']);
      // Longer than the checks once went on after the last visitor.
      await pause(6_000);
      await database.db
        .updateTable('blog_posts')
        .set({ slug: 'moved' })
        .where('slug', '=', 'post-7')
        .execute();
      await database.db
        .updateTable('blog_posts')
        .set({ published_at: new Date(Date.now() + 3_600_000) })
        .where('slug', '=', 'post-6')
        .execute();
      await pause(1_200);
      await proxy.lose();
      await expectGone(instance.visitor, 'post-7', 'Post 7');
      await expectGone(instance.visitor, 'post-6', 'Post 6');
      expect((await instance.visitor.get('/blog/tag/tools')).status).toBe(200);
    },
  );

  test.runIf(isLong)('the name of a deleted category, on every page that showed it', async () => {
    const { database, proxy } = await startDatabase();
    const instance = await startInstance(proxy);
    await see(instance.visitor, content);
    await database.db.deleteFrom('blog_categories').where('slug', '=', 'engineering').execute();
    await pause(1_200);
    await proxy.lose();
    for (const path of content) {
      expect([path, (await (await instance.visitor.get(path)).text()).includes('Engineering')]).toEqual([
        path,
        false,
      ]);
    }
  });

  test.runIf(isLong)('by another instance on the same database', async () => {
    const { database, proxy } = await startDatabase();
    const first = await startInstance(proxy);
    const admin = await ownerOf(first);
    const second = await startInstance(proxy);
    for (const { visitor } of [first, second]) await see(visitor, [...content, '/blog/post-7']);
    await unpublish(admin, database, 'post-7');
    // Instances know of each other's changes within a second.
    await pause(1_000);
    await proxy.lose();
    for (const { visitor } of [first, second]) {
      await expectGone(visitor, 'post-7', 'Post 7');
      expect((await visitor.get('/blog/tag/tools')).status).toBe(200);
    }
  });
});
