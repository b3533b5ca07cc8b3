import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { createShareLink } from '#domain/posts/share-links.ts';
import { createClient, type Client } from '#tests/client.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { ownerSettings, signIn } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';

const address = '/rpc/increment_post_view';

const product = useProduct(ownerSettings);
let postId: string;

beforeAll(async () => {
  postId = await publish();
});

async function publish(fields: Record<string, unknown> = {}): Promise<string> {
  const ctx = await contextAs(product.database.db, 'editor');
  return (await addPost(ctx, { published: 'true', ...fields })).id;
}

async function views(id: string): Promise<number> {
  const { db } = product.database;
  const query = db.selectFrom('blog_post_stats').select('total_views').where('id', '=', id);
  const row = await query.executeTakeFirst();
  return row?.total_views ?? 0;
}

async function ignoredViews(reason: string): Promise<number> {
  const { db } = product.database;
  const rows = await db.selectFrom('view_days').selectAll().where('what', '=', 'ignored').execute();
  return rows.find((row) => row.name === reason)?.views ?? 0;
}

let browsers = 0;

/** A new browser each time. Only digits differ: random words could look like the name of a crawler. */
function agent(): string {
  browsers += 1;
  return `Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.${browsers}`;
}

function call(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return createClient(product).json(
    address,
    { post_id_param: postId, ip_address_param: null, user_agent_param: agent(), ...fields },
    headers,
  );
}

test('a view is in every figure when the answer comes', async () => {
  const before = await views(postId);
  const response = await call();
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  expect(await views(postId)).toBe(before + 1);
});

describe('answered alike and not counted', () => {
  test.each<[string, string, Record<string, unknown>, Record<string, string>]>([
    ['a crawler', 'bot', { user_agent_param: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, {}],
    ['SQL', 'hidden', { post_id_param: "'; drop table blog_posts; --" }, {}],
    ['a thousand ids', 'hidden', { post_id_param: Array.from({ length: 1_000 }, () => randomUUID()) }, {}],
  ])('%s', async (_, reason, fields, headers) => {
    const [total, reasons] = [await views(postId), await ignoredViews(reason)];
    const response = await call(fields, headers);
    expect(response.status).toBe(204);
    expect(await views(postId)).toBe(total);
    expect(await ignoredViews(reason)).toBe(reasons + 1);
  });

  test('what is not JSON', async () => {
    const response = await fetch(product.origin + address, {
      method: 'POST',
      headers: { origin: product.origin },
      body: '{"post_id',
    });
    expect(response.status).toBe(204);
  });

  test('signed-in administrators, but the same browser signed out is a visitor', async () => {
    const { client } = await signIn(product);
    expect(client.cookies.size).toBeGreaterThan(0);
    const [total, staff] = [await views(postId), await ignoredViews('staff')];
    const view = { post_id_param: postId, user_agent_param: agent() };
    expect((await client.json(address, view)).status).toBe(204);
    expect(await views(postId)).toBe(total);
    expect(await ignoredViews('staff')).toBe(staff + 1);
    client.cookies.clear();
    await client.json(address, view);
    expect(await views(postId)).toBe(total + 1);
  });
});

test('the page of a post is told of; a shared preview and what an editor looks at are not', async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const { id, slug } = await addPost(ctx, { published: 'true' });
  const { token } = await createShareLink(ctx, id);
  const { client: admin } = await signIn(product);
  const told = async (client: Client, path: string) => {
    const page = await client.get(path);
    expect(page.status).toBe(200);
    return new RegExp(`<article class="[^"]*" data-post="${id}"`).test(await page.text());
  };
  expect(await told(createClient(product), `/blog/${slug}`)).toBe(true);
  expect(await told(createClient(product), `/preview/${token}`)).toBe(false);
  expect(await told(admin, `/admin/posts/preview/${id}/visitor`)).toBe(false);
});

test('while views cannot be stored, pages are read as ever, and nothing that was answered is lost', async () => {
  const { db, pool } = product.database;
  const ctx = await contextAs(db, 'editor');
  const posts = await Promise.all(Array.from({ length: 10 }, () => addPost(ctx, { published: 'true' })));
  const lock = await pool.connect();
  await lock.query('begin');
  await lock.query('lock table blog_post_metrics in access exclusive mode');
  let counted = 0;
  const calls = Array.from({ length: 40 }, async (_, n) => {
    if ((await call({ post_id_param: posts[n % 10]?.id })).status === 204) counted += 1;
  });
  for (const { slug } of posts) expect((await createClient(product).get(`/blog/${slug}`)).status).toBe(200);
  expect(counted).toBe(0);
  await lock.query('rollback');
  lock.release();
  await Promise.all(calls);
  const stored = await Promise.all(posts.map(({ id }) => views(id)));
  expect(stored.reduce((sum, one) => sum + one, 0)).toBe(counted);
});

test('views of pages that are no posts have a procedure of their own, whose answer does not say what it counted', async () => {
  const { db } = product.database;
  const page = '/rpc/increment_page_view';
  const send = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    createClient(product).json(page, { user_agent_param: agent(), ...fields }, headers);
  const answers = await Promise.all([
    send({ page_param: '/contact' }),
    send({ page_param: '/contact' }, { 'sec-purpose': 'prefetch' }),
    send({ page_param: '/contact', user_agent_param: 'curl/8.9.1' }),
    send({ page_param: '/admin' }),
    send({ page_param: "'; drop table blog_posts; --" }),
    send({}),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
  expect(
    await db
      .selectFrom('view_days')
      .select(['name', 'views', 'visitors'])
      .where('what', '=', 'page')
      .execute(),
  ).toEqual([{ name: '/contact', views: 1, visitors: 1 }]);
  expect((await createClient(product).get(page)).status).toBe(405);
  expect((await send({ page_param: '/contact' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
});

test('the procedure is only called by POST, and only from our own pages', async () => {
  const read = await createClient(product).get(address);
  expect(read.status).toBe(405);
  expect(read.headers.get('allow')).toContain('POST');
  const foreign = await call({}, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
});

test('more than a view can be is refused', async () => {
  expect((await call({ user_agent_param: 'x'.repeat(1_000_000) })).status).toBe(413);
});
