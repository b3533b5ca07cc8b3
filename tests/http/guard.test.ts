import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { createClient, type Client } from '#tests/client.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

const secret = 'zebra-quartz-4711';

let product: RunningProduct;
let draftId: string;
let userWithoutRole: Client;
let addresses: string[];

beforeAll(async () => {
  product = await startProduct();
  const ctx = await contextAs(product.database.db, 'editor');
  draftId = (await createPost(ctx, newPost({ title: `Draft ${secret}`, content: `<p>${secret}</p>` }))).id;
  userWithoutRole = createClient(product);
  const signUp = { email: 'no-role@firm.test', password: 'correct horse', username: 'no-role' };
  await userWithoutRole.json('/api/auth/sign-up/email', signUp);
  addresses = [
    '/admin',
    '/admin/posts',
    '/admin/posts/new',
    `/admin/posts/edit/${draftId}`,
    `/admin/posts/edit/${draftId}/revisions`,
    `/admin/posts/preview/${draftId}`,
    `/admin/posts/preview/${draftId}/visitor`,
    '/admin/users',
    '/admin/users/candidates',
    '/admin/activity',
    '/admin/account',
    '/admin/anything-else',
  ];
});
afterAll(() => product.stop());

/** Ways of writing one address that a router, a proxy and a guard may read differently. */
function shapesOf(path: string): string[] {
  const routes = [
    'root',
    'routes/admin/frame/layout',
    'routes/admin/posts/list',
    'routes/admin/posts/edit',
    'routes/public/post/post-as-visitor',
    'routes/admin/dashboard/dashboard',
  ];
  return [
    path,
    `${path}/`,
    `/${path}`,
    `/.${path}`,
    path.replace('/admin', '/Admin'),
    path.replace('/admin', '/%61dmin'),
    `${path};a=b`,
    `${path}.data`,
    `${path}/_.data`,
    `${path}?index`,
    ...routes.map((route) => `${path}.data?_routes=${encodeURIComponent(route)}`),
  ];
}

async function contentState(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(p order by id) from blog_posts p) as posts,
           (select json_agg(a order by id) from admin_users a) as admins,
           (select count(*) from users) as users,
           (select count(*) from blog_tags) as tags`.execute(product.database.db);
  return rows;
}

describe('without the right to enter', () => {
  test('no shape of any address shows anything of a draft', async () => {
    let asked = 0;
    for (const client of [createClient(product), userWithoutRole]) {
      for (const shape of addresses.flatMap(shapesOf)) {
        for (const headers of [
          {},
          { 'x-original-url': '/', 'x-rewrite-url': '/', 'x-react-router-spa-mode': 'yes' },
        ]) {
          const answer = await client.get(shape, headers);
          const body = await answer.text();
          expect([202, 204, 301, 302, 303, 307, 308, 400, 401, 403, 404, 410], shape).toContain(
            answer.status,
          );
          expect(body, shape).not.toContain(secret);
          asked += 1;
        }
      }
    }
    expect(asked).toBeGreaterThan(300);
  });

  test('no unsafe request to any address changes anything', async () => {
    const before = await contentState();
    for (const client of [createClient(product), userWithoutRole]) {
      for (const path of addresses) {
        for (const shape of [path, `${path}.data`]) {
          const answer = await client.post(shape, {
            ...(newPost({ title: 'Intruder', published: 'true', version: '1' }) as Record<string, string>),
            id: draftId,
            intent: 'delete',
          });
          expect([401, 403], shape).toContain(answer.status);
        }
      }
    }
    expect(await contentState()).toEqual(before);
  });

  test('the control: with the right to enter, the same addresses show it', async () => {
    const owner = createClient(product);
    const signUp = { email: 'owner@firm.test', password: 'correct horse', username: 'owner' };
    await owner.json('/api/auth/sign-up/email', signUp);
    await sql`insert into admin_users (user_id, role) select id, 'editor' from users where email = 'owner@firm.test'`.execute(
      product.database.db,
    );
    for (const path of [
      '/admin/posts',
      `/admin/posts/edit/${draftId}`,
      `/admin/posts/edit/${draftId}.data`,
    ]) {
      expect(await (await owner.get(path)).text(), path).toContain(secret);
    }
  });
});

describe('requests from elsewhere', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://evil.test' }],
    ['no origin to speak of', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a site that says so itself', { 'sec-fetch-site': 'cross-site', origin: '' }],
    ['a sibling', { 'sec-fetch-site': 'same-site', origin: '' }],
  ];

  test.for(foreign)(
    '%s: 403 on every address that takes a post, and nothing changes',
    async ([, headers]) => {
      const before = await contentState();
      const paths = [
        '/admin/login',
        '/admin/logout',
        '/admin/setup',
        '/admin/posts',
        '/admin/posts.data',
        '/contact',
      ];
      for (const path of [
        ...paths,
        '/api/auth/sign-in/email',
        '/api/auth/sign-up/email',
        '/api/auth/sign-out',
      ]) {
        const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
        const answer = await fetch(new URL(path, product.origin), {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: 'anyforge_session=x', ...sent },
          body: JSON.stringify({ email: 'x@evil.test', password: 'correct horse', username: 'x' }),
          redirect: 'manual',
        });
        expect(answer.status, path).toBe(403);
      }
      expect(await contentState()).toEqual(before);
    },
  );

  test('a request with cookies and no word of where it comes from is refused', async () => {
    const answer = await fetch(new URL('/admin/logout', product.origin), {
      method: 'POST',
      headers: { cookie: 'anyforge_session=x' },
      redirect: 'manual',
    });
    expect(answer.status).toBe(403);
  });
});
