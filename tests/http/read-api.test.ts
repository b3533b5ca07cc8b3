import { beforeAll, expect, test } from 'vitest';

import type { DomainContext } from '#domain/context.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { collectionNames } from '#domain/read-api/collection-names.ts';
import { problem, shapesOf } from '#domain/read-api/collections.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { createClient } from '#tests/client.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct();
const visitor = createClient(product);
let ctx: DomainContext;
const ids: string[] = [];

/** One public text of each kind at the slug `hello`, and beside it what no one may read yet. */
beforeAll(async () => {
  ctx = await contextAs(product.database.db, 'editor');
  const category = await createTerm(ctx, 'category', { name: 'Notes', slug: 'hello' });
  const tag = await createTerm(ctx, 'tag', { name: 'Tools', slug: 'hello' });
  const author = await createTerm(ctx, 'author', { name: 'Ada', slug: 'hello' });
  for (const kind of ['author', 'category', 'tag'] as const) await createTerm(ctx, kind, { name: 'Unused' });
  const of = { client: 'Clinic', categoryId: category.id, tagIds: [tag.id], publicAuthorId: author.id };
  for (const [kind, slug] of [['post', 'hello'], ['page', 'hello-page'], ['case_study', 'hello-case']] as const) {
    const text = (more: object) => addPost(ctx, { kind, title: 'A secret', ...of, ...more });
    ids.push((await text({ title: 'Hello', slug, published: 'true', publishDay: '2026-01-02' })).id);
    await text({});
    await text({ published: 'true', publishDay: '2999-01-01' });
  }
}); // prettier-ignore

const read = async (path: string) => {
  const answer = await visitor.get(`/api/v1${path}`);
  const content: unknown = await answer.json();
  return { answer, content };
};
const slugIn = (name: string) =>
  name === 'pages' ? 'hello-page' : name === 'case-studies' ? 'hello-case' : 'hello';

test.each(collectionNames)('%s hold what is public, in the shape that is described', async (name) => {
  const { list, item } = shapesOf(name);
  const { answer, content } = await read(`/${name}`);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const page = list.parse(content);
  expect(page.items.map(({ slug }) => slug)).toEqual([slugIn(name)]);
  expect(page.next).toBeNull();
  const one = await read(`/${name}/${slugIn(name)}`);
  expect(item.strict().parse(one.content)).toMatchObject(page.items[0] ?? {});
  expect(JSON.stringify([content, one.content])).not.toContain('secret');
  const etag = one.answer.headers.get('etag') ?? '';
  const again = await visitor.get(`/api/v1/${name}/${slugIn(name)}`, { 'if-none-match': etag });
  expect(again.status).toBe(304);
});

test.each([
  ['/nothing', 404, 'There is no such collection.'],
  ['/posts/a-secret', 404, 'Nothing public is at this address.'],
  ['/authors/unused', 404, 'Nothing public is at this address.'],
  ['/posts?limit=101', 400, 'The limit is a whole number from 1 to 100.'],
  ['/posts?limit=1.5', 400, 'The limit is a whole number from 1 to 100.'],
  ['/posts?limit=x', 400, 'The limit is a whole number from 1 to 100.'],
  ['/posts?cursor=1-x', 400, 'Use the value of "next" of an answer as the cursor.'],
  ['/tags?cursor=..', 400, 'Use the value of "next" of an answer as the cursor.'],
])('%s is a problem with status %i', async (path, status, detail) => {
  const { answer, content } = await read(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(problem.parse(content)).toMatchObject({ status, detail });
});

test('cursors lead through all posts once, newest first', async () => {
  for (let n = 1; n <= 5; n += 1)
    await addPost(ctx, { title: `More ${n}`, published: 'true', publishDay: `2026-02-0${n}` });
  await expect.poll(async () => JSON.stringify((await read('/posts')).content)).toContain('more-5');
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { content } = await read(`/posts?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    const page = shapesOf('posts').list.parse(content);
    seen.push(...page.items.map(({ slug }) => slug));
    cursor = page.next;
  }
  expect(seen).toEqual(['more-5', 'more-4', 'more-3', 'more-2', 'more-1', 'hello']);
});

test('every example of the description works', async () => {
  type Operation = { get: { parameters: { name: string; in: string; example?: string | number }[] } };
  const { content } = await read('/openapi.json');
  const { openapi, paths } = content as { openapi: string; paths: Record<string, Operation> };
  expect(openapi).toBe('3.1.0');
  for (const [path, { get }] of Object.entries(paths)) {
    const [, name = ''] = path.split('/');
    const query = get.parameters.filter(({ example, in: at }) => at === 'query' && example !== undefined);
    const search = query.map((one) => `${one.name}=${one.example}`).join('&');
    const { answer } = await read(`${path.replace('{slug}', slugIn(name))}?${search}`);
    expect([path, answer.status]).toEqual([path, 200]);
  }
});

test('what is withdrawn is gone from the answers that were kept', async () => {
  await setPublished(ctx, { ids, published: 'false' });
  for (const name of collectionNames) {
    await expect
      .poll(async () => (await read(`/${name}/${slugIn(name)}`)).answer.status, { message: name })
      .toBe(404);
    expect(JSON.stringify((await read(`/${name}`)).content), name).not.toContain('"hello');
  }
});

test('POST to a page or to what has none answers 405 with the reason, and is no error of the log', async () => {
  for (const path of ['/api/v1/posts', '/rss.xml', '/blog']) {
    const answer = await visitor.post(path, {});
    expect([answer.status, answer.headers.get('allow')], path).toEqual([405, 'GET, HEAD']);
    if (path !== '/blog') expect(await answer.text(), path).toContain('This method is not allowed here.');
  }
  expect(product.output()).not.toContain('A route failed');
});
