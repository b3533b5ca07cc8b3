import { setTimeout } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { fillPublicSite } from '#tests/public-site.ts';

let product: RunningProduct;
let visitor: Client;

beforeAll(async () => {
  product = await startProduct();
  visitor = createClient(product);
  await fillPublicSite(product.database.db);
});
afterAll(async () => {
  await setReachable(true);
  await product.stop();
});

/** Refuses connections to the product's database and closes open ones, or allows them again. */
async function setReachable(isReachable: boolean): Promise<void> {
  const { connection } = product.database;
  if (!('database' in connection)) throw new Error('The tests run on a server of their own.');
  const { database } = connection;
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query(`alter database ${database} with allow_connections ${isReachable}`);
  if (!isReachable) {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
  }
  await client.end();
}

describe('a database that goes away', () => {
  const pages = [
    '/',
    '/blog',
    '/blog?page=2',
    '/blog/rich',
    '/blog/category/engineering',
    '/blog/tag/tools',
    '/rss.xml',
  ];
  const good = new Map<string, string>();

  beforeAll(async () => {
    // Pages are cached only after the content version was read once; the wait for that is short.
    for (const path of ['/about', ...pages]) await visitor.get(path);
    await setTimeout(1_500);
    for (const path of pages) good.set(path, await (await visitor.get(path)).text());
    await setReachable(false);
  });
  afterAll(() => setReachable(true));

  test.each(pages)('GET %s answers the last good copy', async (path) => {
    const answer = await visitor.get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(good.get(path));
  });

  test('GET answers fresh pages again after the database is back', async () => {
    expect((await visitor.get('/blog/featured-1')).status).toBe(503);
    await setReachable(true);
    await expect
      .poll(async () => (await visitor.get('/blog/featured-1')).status, { timeout: 20_000 })
      .toBe(200);
  });
});

const neverSeen = [
  ['/', ['Featured Blog Posts', 'Get in touch']],
  ['/blog', ['No Posts Yet', 'Return to Home']],
  ['/blog?page=2', ['No Posts Yet', 'Return to Home']],
  ['/blog/featured-1', ['Post Not Found', 'Failed to load post.', 'Return to Blog']],
  ['/blog/category/engineering', ['No Posts Yet', 'Return to Home']],
  ['/blog/tag/tools', ['No Posts Yet', 'Return to Home']],
  ['/search?q=post', ['Search is not available right now.', 'read the newest posts']],
] as const;

describe('without a database and without a copy', () => {
  beforeAll(async () => {
    // Every copy shows one of these posts or a term: none is a good one under other addresses.
    await product.database.db
      .updateTable('blog_categories')
      .set({ slug: 'engineering-now' })
      .where('slug', '=', 'engineering')
      .execute();
    await vi.waitFor(
      async () => expect((await visitor.get('/blog/category/engineering')).status).toBe(404),
      20_000,
    );
    // The page may also be rendered anew because the database has just come back; the copies are compared every second.
    await setTimeout(2_500);
    await setReachable(false);
  });
  afterAll(() => setReachable(true));

  test.each(neverSeen)('GET %s answers 503 with its text, Retry-After and noindex', async (path, words) => {
    const answer = await visitor.get(path);
    const html = await answer.text();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(html).toMatch(/<meta name="robots" content="noindex"/);
    expect(html).not.toContain('rel="canonical"');
    for (const word of words) expect(html).toContain(word);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('Something broke');
  });

  test('GET /sitemap.xml answers 503 with a plain-text message', async () => {
    const answer = await visitor.get('/sitemap.xml');
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'This is not available right now. Please try again in a moment.',
    ]);
  });

  test.each(['/about', '/contact', '/jv-program', '/privacy', '/terms', '/cookies', '/robots.txt'])(
    'GET %s answers 200 without a database',
    async (path) => {
      expect((await visitor.get(path)).status).toBe(200);
    },
  );

  test.each([
    ['/contact', 'message', 'Failed to send your message. Please try again later.'],
    ['/jv-program', 'problemDescription', 'Failed to submit your application. Please try again later.'],
    ['/newsletter', 'email', 'Failed to subscribe. Please try again later.'],
  ])('%s says that nothing was sent, and keeps every word', async (path, longest, message) => {
    const fields = {
      name: 'Ada',
      email: 'kept@visitor.test',
      subject: 'Hello',
      message: 'Words to keep.',
      industry: 'Ferries',
      businessStage: 'startup',
      problemDescription: 'Words to keep.',
    };
    const answer = await visitor.post(path, fields);
    const html = await answer.text();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'private, no-store']);
    expect(html).toMatch(new RegExp(`role="alert"[^>]*><p>${message}`));
    expect(html).toContain(longest === 'email' ? 'value="kept@visitor.test"' : '>Words to keep.</textarea>');
  });

  test('GET of an address that no page can have answers 404, of one that a plain page may have 503', async () => {
    expect((await visitor.get('/nowhere/at-all')).status).toBe(404);
    expect((await visitor.get('/nowhere.php')).status).toBe(404);
    expect((await visitor.get('/nowhere')).status).toBe(503);
  });
});
