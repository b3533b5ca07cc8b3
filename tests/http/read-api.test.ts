import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import type { DomainContext } from '#app/http/request-context.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { collectionNames } from '#domain/core/public-addresses.ts';
import { problem, shapesOf } from '#domain/read-api/collections.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { createClient } from '#tests/client.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { isLong } from '#tests/long.ts';
import { useProduct } from '#tests/product.ts';
import { project } from '#tests/project.ts';

const run = promisify(execFile);

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
    ids.push((await text({ title: 'Hello', slug, published: 'true', publishedAt: '2026-01-02' })).id);
    await text({});
    await text({ published: 'true', publishedAt: '2999-01-01' });
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
    await addPost(ctx, { title: `More ${n}`, published: 'true', publishedAt: `2026-02-0${n}` });
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

type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Operation = {
  operationId: string;
  parameters: { name: string; in: string; example?: string | number }[];
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
};
type Description = { paths: Record<string, { get: Operation }> };

test('a linter of OpenAPI finds nothing wrong in the description', async () => {
  const { content } = await read('/openapi.json');
  const source = { source: JSON.stringify(content), absoluteRef: 'openapi.json' };
  const rules = { 'info-license': 'off' } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ ...source, config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('every example of the description works, and its answer has the described schema', async () => {
  const { content } = await read('/openapi.json');
  const { paths } = content as Description;
  for (const [path, { get }] of Object.entries(paths)) {
    const [, name = ''] = path.split('/');
    const query = get.parameters.filter(({ example, in: at }) => at === 'query' && example !== undefined);
    const search = query.map((one) => `${one.name}=${one.example}`).join('&');
    const address = `${path.replace('{slug}', slugIn(name))}?${search}`;
    for (const [at, status, type] of [[address, 200, 'application/json'], [`/${name}/-`, 404, 'application/problem+json']] as const) {
      const found = await read(at);
      expect([at, found.answer.status]).toEqual([at, status]);
      const schema = get.responses[status]?.content[type]?.schema;
      if (schema) expect(z.fromJSONSchema(schema).safeParse(found.content).error, at).toBeUndefined();
    }
  }
}); // prettier-ignore

test.runIf(isLong)('a generated client compiles, and reads a post by it', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-client-'));
  try {
    const generator = ['-p', 'openapi-typescript@7.13.0', '-p', 'typescript@5.9.3'];
    const files = [`${product.origin}/api/v1/openapi.json`, '-o', 'api.ts'];
    await run('npx', ['-y', ...generator, 'openapi-typescript', ...files], { cwd: folder });
    await writeFile(
      join(folder, 'main.ts'),
      `import type { operations } from './api.ts';
      type Post = operations['get_post']['responses'][200]['content']['application/json'];
      const answer = await fetch('${product.origin}/api/v1/posts/hello');
      const { title, category, image } = (await answer.json()) as Post;
      const words: [string, string | undefined, number | null | undefined] = [title, category?.name, image?.width];
      console.log(JSON.stringify(words));
      export {};`,
    );
    const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'esnext,dom'];
    await run(join(project, 'node_modules/.bin/tsc'), [...options, '--allowImportingTsExtensions', 'main.ts'], { cwd: folder });
    const { stdout } = await run(process.execPath, ['main.ts'], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(['Hello', 'Notes', null]);
  } finally {
    await rm(folder, { recursive: true });
  }
}); // prettier-ignore

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
