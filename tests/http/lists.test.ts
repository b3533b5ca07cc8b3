import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { clientSignedIn, type Client } from '#tests/client.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct();
let editor: Client;
let ctx: Awaited<ReturnType<typeof contextAs>>;

beforeAll(async () => {
  const { db } = product.database;
  ctx = await contextAs(db, 'editor');
  editor = await clientSignedIn(product, ctx.actor.userId);
});
beforeEach(async () => {
  await sql`delete from blog_posts`.execute(product.database.db);
});

const newId = async (fields: Record<string, unknown> = {}) => (await addPost(ctx, fields)).id;
const press = (fields: Record<string, string | readonly string[]>) =>
  editor.post('/admin/posts.data', fields);

describe('a press in the posts list', () => {
  test('of a post that is gone answers 404 with the message of the screen', async () => {
    const id = await newId();
    expect((await press({ intent: 'delete', id })).status).toBe(200);
    const toggled = await press({ intent: 'set-published', id, published: 'true' });
    expect(toggled.status).toBe(404);
    expect(await toggled.text()).toContain('Failed to update post. Please try again.');
    const deleted = await press({ intent: 'delete', id });
    expect(deleted.status).toBe(404);
    expect(await deleted.text()).toContain('Failed to delete post. Please try again.');
    expect((await press({ intent: 'delete', id: 'nonsense' })).status).toBe(404);
    expect((await press({ intent: 'delete' })).status).toBe(422);
  });
});

describe('the answer with the list', () => {
  test('is the same page without script: search, order and pages are links and a form', async () => {
    for (let n = 0; n < 21; n += 1) await newId({ title: `Number ${String(n).padStart(2, '0')}` });
    const html = await (await editor.get('/admin/posts?q=number&sort=title&page=2')).text();
    expect(html).toContain('Number 20');
    expect(html).not.toContain('Number 19');
    expect(html).toMatch(/<input[^>]*name="q"[^>]*value="number"/);
    expect(html).toMatch(/<input type="hidden" name="sort" value="title"/);
    expect(html).toContain('href="/admin/posts?q=number&amp;sort=title"');
    const columns = [...html.matchAll(/<th[ >][^]*?<\/th>/g)].map(([cell]) =>
      cell.replaceAll(/<[^>]*>/g, ''),
    );
    expect(columns.filter((name) => name.trim() !== '')).toEqual([
      'Title',
      'Category',
      'Status',
      'Views',
      'Created',
      'Updated',
      'Actions',
    ]);
  });
});

test('a list opens with the newest first, and categories and tags by name', async () => {
  const { db } = product.database;
  const chief = await contextAs(db, 'super_admin');
  for (const name of ['Zinc', 'Amber', 'Moss']) {
    await createCategory(ctx, { name });
    await createTag(ctx, { name });
    await newId({ title: name, published: 'true' });
    const { actor } = await contextAs(db, 'editor');
    await sql`update users set email = ${`${name.toLowerCase()}@firm.test`} where id = ${actor.userId}`.execute(
      db,
    );
  }
  const client = await clientSignedIn(product, chief.actor.userId);
  const order = async (path: string) => {
    const html = await (await client.get(path)).text();
    const table = /<tbody[^]*<\/tbody>/.exec(html)?.[0] ?? '';
    return [...new Set(table.match(/Zinc|Amber|Moss|zinc|amber|moss/g)?.map((name) => name.toLowerCase()))];
  };
  for (const path of ['/admin/posts', '/admin/users', '/admin/analytics'])
    expect([path, await order(path)]).toEqual([path, ['moss', 'amber', 'zinc']]);
  for (const path of ['/admin/categories', '/admin/tags'])
    expect([path, await order(path)]).toEqual([path, ['amber', 'moss', 'zinc']]);
});

describe.for([
  { kind: 'category', path: '/admin/categories', publicPath: '/blog/category/' },
  { kind: 'tag', path: '/admin/tags', publicPath: '/blog/tag/' },
] as const)('the screen of a $kind', ({ kind, path, publicPath }) => {
  const table = kind === 'category' ? 'blog_categories' : 'blog_tags';
  beforeEach(async () => {
    await sql`delete from ${sql.table(table)}`.execute(product.database.db);
  });
  const send = (fields: Record<string, string>) => editor.post(`${path}.data`, fields);
  const idOf = async (slug: string) =>
    (
      await product.database.db
        .selectFrom(table)
        .select('id')
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id;
  const filed = (id: string) => (kind === 'category' ? { categoryId: id } : { tagIds: [id] });

  test('old addresses answer 301 to where the posts are now, at once', async () => {
    await send({ intent: 'create', name: 'Craft', slug: '' });
    await send({ intent: 'create', name: 'Trade', slug: '' });
    const craft = await idOf('craft');
    await newId({ title: 'In craft', published: 'true', ...filed(craft) });
    expect((await editor.get(`${publicPath}craft`)).status).toBe(200);

    await send({ intent: 'update', id: craft, name: 'Craft', slug: 'handicraft' });
    const renamed = await editor.get(`${publicPath}craft`);
    expect([renamed.status, renamed.headers.get('location')]).toEqual([301, `${publicPath}handicraft`]);

    await send({ intent: 'merge', id: craft, intoId: await idOf('trade') });
    for (const old of ['craft', 'handicraft']) {
      const moved = await editor.get(`${publicPath}${old}`);
      expect([moved.status, moved.headers.get('location')], old).toEqual([301, `${publicPath}trade`]);
    }
    const now = await editor.get(`${publicPath}trade`);
    expect(now.status).toBe(200);
    expect(await now.text()).toContain('In craft');

    await send({ intent: 'create', name: 'Craft again', slug: 'craft' });
    expect((await editor.get(`${publicPath}craft`)).status).toBe(404);
  });
});

describe('the dashboard', () => {
  /** The text of its screen, without that of the frame around it. */
  const words = async () => {
    const html = await (await editor.get('/admin')).text();
    return (/<main[^]*<\/main>/.exec(html)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  };

  test('says what there is, and where to begin while there is nothing', async () => {
    const { db } = product.database;
    await sql`delete from blog_categories`.execute(db);
    await sql`delete from blog_tags`.execute(db);
    const empty = await words();
    for (const part of [
      'Dashboard Welcome to your blog management dashboard',
      'Total Posts 0 0 published, 0 drafts',
      'No posts yet Create Post',
      'Quick Actions Create New Post Manage Categories Manage Tags View Public Blog',
    ]) {
      expect(empty).toContain(part);
    }

    const craft = await createCategory(ctx, { name: 'Craft' });
    for (let n = 1; n <= 6; n += 1) {
      await newId({ title: `Post ${n}`, published: String(n > 4), categoryId: n === 6 ? craft.id : '' });
    }
    const filled = await words();
    const { rows } = await sql<{ n: number }>`select count(*) as n from admin_users`.execute(db);
    expect(filled).toContain('Total Posts 6 2 published, 4 drafts');
    expect(filled).toContain('Categories 1');
    expect(filled).toContain('Tags 0');
    expect(filled).toContain(`Admin Users ${rows[0]?.n} Active administrators`);
    expect(filled).toMatch(
      /Recent Posts View All Posts Post 6 Craft · \w{3} \d+, \d{4} Published Post 5 Uncategorized · .*Post 4 .* Draft Post 3 .*Post 2 /,
    );
    expect(filled).not.toContain('Post 1 ');
    expect(filled).not.toContain('No posts yet');

    const html = await (await editor.get('/admin')).text();
    for (const path of ['/admin/posts/new', '/admin/posts', '/admin/categories', '/admin/tags']) {
      expect(html).toContain(`href="${path}"`);
    }
    expect(html).toMatch(/<a[^>]*href="\/blog"[^>]*target="_blank"/);
  });

  test('tells super administrators, and no other role, of a proxy that is not trusted', async () => {
    const { actor } = await contextAs(product.database.db, 'super_admin');
    const chief = await clientSignedIn(product, actor.userId);
    const notice = 'TRUSTED_PROXIES is not set';
    expect(await (await chief.get('/admin')).text()).not.toContain(notice);
    await fetch(product.origin, { headers: { 'X-Forwarded-For': '192.0.2.1' } });
    expect(await (await chief.get('/admin')).text()).toContain(notice);
    expect(await (await editor.get('/admin')).text()).not.toContain(notice);
    expect(product.output().match(/TRUSTED_PROXIES is not set/g)).toHaveLength(1);
  });

  test('shows what can be had when a part cannot, and its status says so', async () => {
    const { db } = product.database;
    await sql`alter table blog_tags rename to blog_tags_away`.execute(db);
    const answer = await editor.get('/admin');
    const shown = await words();
    await sql`alter table blog_tags_away rename to blog_tags`.execute(db);
    expect(answer.status).toBe(500);
    expect(shown).toMatch(/Total Posts — Categories — Tags — Admin Users — .*Recent Posts.*Quick Actions/);
    expect((await editor.get('/admin')).status).toBe(200);
  });
});
