import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { useDatabaseLine } from '#tests/database-line.ts';
import { useDatabase } from '#tests/database.ts';
import { urlOf } from '#tests/database-url.ts';
import { storedPost } from '#tests/factories.ts';
import { ownerSettings, signIn } from '#tests/people.ts';
import { startProduct } from '#tests/product.ts';
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
const wait = { timeout: 20_000 };
const cleanUps: (() => Promise<unknown>)[] = [];

type Instance = Awaited<ReturnType<typeof startInstance>>;
const database = useDatabase();
const line = useDatabaseLine(database);
let first: Instance;
let admin: Client;

beforeAll(async () => {
  await fillPublicSite(database.db);
  first = await startInstance();
  ({ client: admin } = await signIn(first));
});
afterEach(async () => {
  line.mend();
  await expect.poll(async () => (await first.visitor.get('/readyz')).status, wait).toBe(200);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

async function startInstance() {
  const settings = { DATABASE_URL: urlOf(line.connection), LOG_LEVEL: 'warn', ...ownerSettings };
  const product = await startProduct(settings, { database });
  // A graceful stop would wait for the database.
  cleanUps.push(() => product.kill().then(product.stop));
  return { ...product, visitor: createClient(product) };
}

/**
 * Visits pages until they are kept: twice, because a page that is rendered while the database takes longer to say what is
 * current is shown and not kept.
 */
async function see(visitor: Client, paths: readonly string[]): Promise<void> {
  expect(await statuses(visitor, ['/about', ...paths])).toEqual(all(['/about', ...paths], 200));
  await pause(1_500);
  expect(await statuses(visitor, paths)).toEqual(all(paths, 200));
}

async function statuses(visitor: Client, paths: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const path of paths) found[path] = (await visitor.get(path)).status;
  return found;
}

const all = (paths: readonly string[], status: number) =>
  Object.fromEntries(paths.map((path) => [path, status]));

const idOf = async (slug: string) => (await storedPost(database.db, { slug })).id;

async function unpublish(slug: string): Promise<void> {
  const id = await idOf(slug);
  const answer = await admin.post('/admin/posts', { id, intent: 'set-published', published: 'false' });
  expect(answer.status).toBe(200);
}

/** Words of a post that must not be seen, wherever it stood. */
async function expectGone(visitor: Client, slug: string, title?: string): Promise<void> {
  const link = new RegExp(`<a [^>]*/blog/${slug}"|<link>[^<]*/blog/${slug}<`);
  for (const path of [`/blog/${slug}`, ...content]) {
    const answer = await visitor.get(path);
    const text = await answer.text();
    if (path === `/blog/${slug}`) expect(answer.status).not.toBe(200);
    expect([path, link.test(text), title !== undefined && text.includes(title)]).toEqual([
      path,
      false,
      false,
    ]);
  }
}

test('after a save the database falls silent, and then is gone: every page is its last good copy within 200 ms', async () => {
  const { visitor } = first;
  await see(visitor, content);
  const before = await visitor.get('/blog/rich');
  const good = await before.text();
  const saved = await admin.post('/admin/categories', { intent: 'create', name: 'Something new' });
  expect(saved.status).toBeLessThan(400);

  line.freeze();
  await pause(2_500);
  // The quickest of three: what else this machine does is not the product's.
  const quickest = async (path: string) => {
    const waits: number[] = [];
    for (const _ of [1, 2, 3]) {
      const askedAt = performance.now();
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
      waits.push(performance.now() - askedAt);
    }
    return Math.min(...waits);
  };
  for (const path of content) expect(await quickest(path), path).toBeLessThan(200);
  line.cut();
  expect(await statuses(visitor, [...content, ...needsNoDatabase])).toEqual(
    all([...content, ...needsNoDatabase], 200),
  );
  expect(await quickest('/blog/rich')).toBeLessThan(200);
  const copy = await visitor.get('/blog/rich');
  for (const name of ['cache-control', 'etag', 'content-security-policy', 'vary', 'content-type']) {
    expect([name, copy.headers.get(name)]).toEqual([name, before.headers.get(name)]);
  }
  expect(copy.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(await copy.text()).toBe(good);
});

test('what was unpublished or deleted right before the database was lost is not served', async () => {
  const { visitor } = first;
  await see(visitor, [...content, '/blog/post-4', '/blog/post-3', '/sitemap.xml']);
  const id = await idOf('post-3');
  expect((await admin.post('/admin/posts', { id, intent: 'delete' })).status).toBe(200);
  await unpublish('post-4');
  line.cut();
  await expectGone(visitor, 'post-4', 'Post 4');
  await expectGone(visitor, 'post-3', 'Post 3');
});

test('what another instance, or a hand at the database, withdrew more than a second ago is not served', async () => {
  // So that there is a second page.
  await sql`update blog_posts set published = true, published_at = ${new Date('2026-01-04')}
    where slug = 'post-4'`.execute(database.db);
  const second = await startInstance();
  for (const { visitor } of [first, second])
    await see(visitor, [...content, '/blog/post-7', '/blog/post-6', '/blog/post-5']);
  const at = (slug: string, change: ReturnType<typeof sql>) =>
    sql`update blog_posts set ${change} where slug = ${slug}`.execute(database.db);
  await unpublish('post-7');
  await at('post-6', sql`slug = 'moved'`);
  await at('post-5', sql`published_at = now() + interval '1 hour'`);
  await database.db.deleteFrom('blog_categories').where('slug', '=', 'engineering').execute();
  await pause(1_200);
  line.cut();
  for (const { visitor } of [first, second]) {
    for (const n of [7, 5]) await expectGone(visitor, `post-${n}`, `Post ${n}`);
    // It has moved: lists that were rendered since show it at its new address.
    await expectGone(visitor, 'post-6');
    for (const path of content) {
      const html = await (await visitor.get(path)).text();
      expect([path, html.includes('Engineering')]).toEqual([path, false]);
    }
    expect((await visitor.get('/about')).status).toBe(200);
  }
});

const withoutCopy = [
  ['/', ['Featured Blog Posts', 'Get in touch']],
  ['/blog', ['No Posts Yet', 'Return to Home']],
  ['/blog?page=2', ['No Posts Yet', 'Return to Home']],
  ['/blog/rich', ['Post Not Found', 'Failed to load post.', 'Return to Blog']],
  ['/blog/category/engineering', ['No Posts Yet', 'Return to Home']],
  ['/blog/tag/tools', ['No Posts Yet', 'Return to Home']],
  ['/search?q=post', ['Search is not available right now.', 'read the newest posts']],
] as const;

const forms = [
  ['/contact', '>Words to keep.</textarea>', 'Failed to send your message. Please try again later.'],
  ['/jv-program', '>Words to keep.</textarea>', 'Failed to submit your application. Please try again later.'],
  ['/newsletter', 'value="kept@visitor.test"', 'Failed to subscribe. Please try again later.'],
] as const;
const typed = {
  name: 'Ada',
  email: 'kept@visitor.test',
  subject: 'Hello',
  message: 'Words to keep.',
  industry: 'Ferries',
  businessStage: 'startup',
  problemDescription: 'Words to keep.',
};

test('started again without the database: pages that need none, words for the rest, and it heals by itself', async () => {
  const { visitor, kill } = first;
  await see(visitor, ['/blog/rich']);
  const startWithoutDatabase = async () => {
    const restart = await kill();
    line.cut();
    return { ready: restart() };
  };
  const isAnswered = (path: string) =>
    visitor.get(path).then(
      ({ status }) => status,
      () => 0,
    );
  const again = await startWithoutDatabase();
  await expect.poll(() => isAnswered('/healthz'), wait).toBe(200);
  expect((await visitor.get('/readyz')).status).toBe(503);
  expect(await statuses(visitor, needsNoDatabase)).toEqual(all(needsNoDatabase, 200));
  // A plain page may be at the second address.
  expect(await statuses(visitor, ['/no/where', '/nowhere.php'])).toEqual(
    all(['/no/where', '/nowhere.php'], 404),
  );
  expect(await statuses(visitor, ['/nowhere', '/admin/login'])).toEqual(
    all(['/nowhere', '/admin/login'], 503),
  );
  for (const [path, words] of withoutCopy) {
    const answer = await visitor.get(path);
    const html = await answer.text();
    expect([path, answer.status]).toEqual([path, 503]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(html).toMatch(/<meta name="robots" content="noindex"/);
    expect(html).not.toMatch(/rel="canonical"|Something broke/);
    for (const word of words) expect(html, path).toContain(word);
    expect([html.match(/<title>/g), html.match(/<h1/g)]).toEqual([['<title>'], ['<h1']]);
  }
  const map = await visitor.get('/sitemap.xml');
  const unavailable = 'This is not available right now. Please try again in a moment.';
  expect([map.status, await map.text()]).toEqual([503, unavailable]);
  for (const [path, kept, message] of forms) {
    const answer = await visitor.post(path, typed);
    const html = await answer.text();
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      503,
      'private, no-store',
    ]);
    expect(html).toMatch(new RegExp(`role="alert"[^>]*><p>${message}`));
    expect(html).toContain(kept);
  }
  line.mend();
  await again.ready;
  await expect.poll(async () => (await visitor.get('/readyz')).status, wait).toBe(200);
  expect((await visitor.get('/blog/rich')).status).toBe(200);

  // Words of the owner's own are not known without the database, and example texts do not stand for them.
  const values = {
    name: 'general',
    published: JSON.stringify({ name: 'Harbor Works' }),
    version: 1,
  } as const;
  await database.db
    .insertInto('site_documents')
    .values({ ...values, save_kind: 'publish' })
    .execute();
  await expect.poll(async () => (await visitor.get('/contact')).text(), wait).toContain('Harbor Works');
  const once = await startWithoutDatabase();
  await expect.poll(() => isAnswered('/about'), wait).toBe(503);
  line.mend();
  await once.ready;
});
