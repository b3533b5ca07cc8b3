import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { createCategory } from '#domain/taxonomy/create-term.ts';
import { createClient, type Client } from '#tests/client.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

let product: RunningProduct;
let editor: Client;
let ctx: Awaited<ReturnType<typeof contextAs>>;

beforeAll(async () => {
  product = await startProduct();
  const { db } = product.database;
  ctx = await contextAs(db, 'editor');
  editor = createClient(product);
  await editor.json('/api/auth/sign-up/email', {
    email: 'editor@firm.test',
    password: 'correct horse',
    username: 'editor',
  });
  await sql`insert into admin_users (user_id) select id from users where email = 'editor@firm.test'`.execute(
    db,
  );
});
afterAll(() => product.stop());
beforeEach(async () => {
  await sql`delete from blog_posts`.execute(product.database.db);
});

const newId = async (fields: Record<string, unknown> = {}) => (await createPost(ctx, newPost(fields))).id;
const press = (fields: Record<string, string | readonly string[]>) =>
  editor.post('/admin/posts.data', fields);
const isPublished = async (id: string) =>
  (
    await product.database.db
      .selectFrom('blog_posts')
      .select('published')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.published;

describe('a press in the posts list', () => {
  test('publishes and unpublishes, as often as it comes', async () => {
    const id = await newId();
    for (const published of ['true', 'true', 'false', 'false']) {
      const answer = await press({ intent: 'set-published', id, published });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain(
        `Post ${published === 'true' ? '' : 'un'}published successfully.`,
      );
      expect(await isPublished(id)).toBe(published === 'true');
    }
  });

  test.for(['', 'yes', '1', 'TRUE', 'null'])('the wanted state "%s" is refused', async (published) => {
    const id = await newId({ published: 'true' });
    expect((await press({ intent: 'set-published', id, published })).status).toBe(422);
    expect((await press({ intent: 'set-published', id })).status).toBe(422);
    expect(await isPublished(id)).toBe(true);
  });

  test.for(['', 'toggle', 'constructor'])('the intent "%s" is refused', async (intent) => {
    const id = await newId();
    expect((await press({ intent, id, published: 'true' })).status).toBe(422);
    expect(await isPublished(id)).toBe(false);
  });

  test('of a post that is gone answers 404 with the sentence of the screen', async () => {
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

  test('two deletes at once: one did it, and the address is gone', async () => {
    const id = await newId({ title: 'Read', published: 'true' });
    const answers = await Promise.all([1, 2, 3].map(() => press({ intent: 'delete', id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect((await editor.get('/blog/read')).status).toBe(410);
  });

  test('of several changes all or nothing', async () => {
    const ids = [await newId(), await newId()];
    const answer = await press({ intent: 'set-published', id: [...ids, randomUUID()], published: 'true' });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(
      'Nothing was changed, because one of the 3 posts no longer exists.',
    );
    expect(await Promise.all(ids.map(isPublished))).toEqual([false, false]);

    const category = await createCategory(ctx, { name: `Craft ${randomUUID()}` });
    const filed = await press({ intent: 'set-category', id: ids, categoryId: category.id });
    expect(await filed.text()).toContain('2 posts moved to');
    const deleted = await press({ intent: 'delete', id: ids });
    expect(await deleted.text()).toContain('2 posts have been deleted successfully.');
  });

  test('two selections in opposite order never wait for each other', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => newId()));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        press({
          intent: 'set-published',
          id: n % 2 === 0 ? ids : ids.toReversed(),
          published: String(n % 3 === 0),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('a draft with a date ahead is a question before it is published', async () => {
    const id = await newId({ publishDay: '2999-01-01', publishTime: '09:00' });
    expect((await press({ intent: 'set-published', id, published: 'true' })).status).toBe(409);
    expect(await isPublished(id)).toBe(false);
    expect((await press({ intent: 'set-published', id, published: 'true', when: 'planned' })).status).toBe(
      200,
    );
    expect(await (await editor.get('/admin/posts')).text()).toContain('Scheduled');
  });
});

describe('the answer with the list', () => {
  test('is small and holds no bodies', async () => {
    for (let n = 0; n < 21; n += 1) {
      await newId({
        title: `A title of an ordinary length for a post, number ${n}`,
        content: '<p>body-of-a-post</p>',
      });
    }
    const answer = await editor.get('/admin/posts.data');
    const text = await answer.text();
    expect(text).not.toContain('body-of-a-post');
    expect(text.match(/A title of an ordinary/g)).toHaveLength(20);
    expect(Buffer.byteLength(text)).toBeLessThan(8 * 1024);
  });

  test('is the same page without script: search, order and pages are links and a form', async () => {
    for (let n = 0; n < 21; n += 1) await newId({ title: `Number ${String(n).padStart(2, '0')}` });
    const html = await (await editor.get('/admin/posts?q=number&sort=title&page=2')).text();
    expect(html).toContain('Number 20');
    expect(html).not.toContain('Number 19');
    expect(html).toMatch(/<input[^>]*name="q"[^>]*value="number"/);
    expect(html).toMatch(/<input type="hidden" name="sort" value="title"/);
    expect(html).toContain('href="/admin/posts?q=number&amp;sort=title"');
  });
});
