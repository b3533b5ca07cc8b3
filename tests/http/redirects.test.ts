import { expect, test } from 'vitest';

import { beginImport } from '#db/queries/imports.ts';
import { addOldAddresses } from '#domain/imports/add-old-addresses.ts';
import { importItem } from '#domain/imports/import-item.ts';
import { listedItem } from '#domain/imports/open-export.ts';
import { createNewPaths } from '#domain/imports/old-addresses.ts';
import { createClient } from '#tests/client.ts';
import { createTag } from '#domain/taxonomy/create-term.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { ownerSettings, useOwner } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';

/** Redirects and missing pages of a whole product. */

const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};
const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
const product = useProduct(ownerSettings);
const admin = useOwner(product);

async function save(from: string, to: string, status = '301'): Promise<void> {
  const answer = await admin.post('/admin/redirects', { intent: 'create', from, to, status });
  expect(answer.status).toBe(200);
}

async function visit(path: string): Promise<string> {
  const answer = await fetch(product.origin + path, { redirect: 'manual', headers: browser });
  return `${answer.status} ${answer.headers.get('location')}`;
}

test('the menu of an admin has Redirects before there is one', async () => {
  expect(await (await admin.get('/admin')).text()).toContain('href="/admin/redirects"');
});

test('a prefix rule takes the rest along; a rule that says gone shows the page of the site with 410', async () => {
  await save('/docs/*', 'https://docs.test/v2/*');
  await save('/removed', '', '410');
  await expect.poll(() => visit('/removed')).toBe('410 null');
  expect(await visit('/docs/a/b%20c?q=1')).toBe('301 https://docs.test/v2/a/b%20c?q=1');
  expect(await visit('/docs')).toBe('301 https://docs.test/v2');
  expect(await (await fetch(`${product.origin}/removed`)).text()).toContain('Oops! Page not found');
});

test('hits and missing addresses are stored within seconds, without bots', async () => {
  await save('/counted', '/about');
  await expect.poll(() => visit('/counted')).toBe('301 /about');
  for (const [path, headers] of [
    ['/nowhere', { ...browser, referer: 'https://other.test/list?secret=1' }],
    ['/nowhere', browser],
    ['/nowhere', bot],
    ['/blog/nowhere', browser],
    ['/only-bots', bot],
    ['/prefetched', { ...browser, 'sec-purpose': 'prefetch' }],
    ['/preview/not-a-token', browser],
  ] as const) {
    expect((await fetch(product.origin + path, { headers })).status).toBe(404);
  }
  await admin.get('/only-admins', browser);
  const { db } = product.database;
  const missing = () =>
    db.selectFrom('missing_pages').select(['path', 'visits', 'referrers']).orderBy('path').execute();
  await expect
    .poll(async () => (await missing()).map(({ path }) => path), { timeout: 15_000 })
    .toEqual(['/blog/nowhere', '/nowhere']);
  await expect
    .poll(async () => (await missing()).find(({ path }) => path === '/nowhere'), { timeout: 15_000 })
    .toEqual({ path: '/nowhere', visits: 2, referrers: ['https://other.test/list'] });
  const hits = () =>
    db.selectFrom('redirect_rules').select('hits').where('source', '=', '/counted').executeTakeFirst();
  await expect.poll(async () => Number((await hits())?.hits), { timeout: 15_000 }).toBeGreaterThanOrEqual(1);
});

test('every address that a WordPress text had leads to its post', async () => {
  const { db } = product.database;
  const ctx = await contextAs(db, 'admin');
  const key = crypto.randomUUID();
  await addPost(ctx, { creationKey: key, slug: 'new', published: 'true' });
  const addresses = ['/2013/01/Old-Name/', '/?p=12', '/metrics/', '/.well-known/acme-challenge/a'];
  const tag = { name: 'Rust', slug: 'rust' };
  await createTag(ctx, tag);
  const item = listedItem(importItem({ id: '12', place: 'post 12', addresses, tags: [tag] }), key);
  const { id } = await beginImport(db, {
    source_key: key,
    system: 'WordPress',
    name: 'a.xml',
    started_by: ctx.actor.userId,
  });
  const facts = { system: 'WordPress', site: 'https://old.test', timeZone: null, own: null, redirects: [], key, name: 'a.xml' } as const;
  const planned = { key, kind: 'post' as const, slug: 'new', path: '/blog/new', isThere: false, postId: null };
  const plan = { texts: [{ item, planned }], newPaths: createNewPaths(''), authors: [], isDayFirst: false, categories: new Set<string>() };
  await addOldAddresses(ctx, id, facts, plan, []);

  const visitor = createClient(product);
  /** A slash at the end and capitals are taken away first. */
  const leadsTo = async (path: string) => {
    let at = path;
    for (let hop = 0; hop < 3; hop += 1) at = (await visitor.get(at)).headers.get('location') ?? at;
    return at.split('?')[0];
  };
  await expect.poll(() => leadsTo('/2013/01/old-name')).toBe('/blog/new');
  for (const path of ['/2013/01/Old-Name/', '/2013/01/old-name/amp/', '/2013/01/old-name/feed/', '/?p=12', '/?page_id=12'])
    expect(await leadsTo(path), path).toBe('/blog/new');
  for (const path of ['/metrics', '/.well-known/acme-challenge/a']) expect(await leadsTo(path), path).toBe(path);
  expect((await visitor.get('/tag/rust')).headers.get('location')).toBe('/blog/tag/rust');
  expect((await visitor.get('/?p=13')).status).toBe(200);
}); // prettier-ignore
