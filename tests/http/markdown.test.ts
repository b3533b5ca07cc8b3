import { beforeAll, expect, test } from 'vitest';

import type { DomainContext } from '#domain/context.ts';
import { readFrontMatter } from '#domain/markdown/front-matter.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { createClient, type Client } from '#tests/client.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct();
let visitor: Client;
let ctx: DomainContext;
beforeAll(async () => {
  visitor = createClient(product);
  ctx = await contextAs(product.database.db, 'editor');
});

const content = '<p>See <a href="/about">us</a>.</p><h2>Then</h2>';
const asked = { accept: 'text/markdown, text/html;q=0.9' };

test('a public text of each kind is there as Markdown, and gone with its page', async () => {
  for (const [kind, folder] of [
    ['post', '/blog'],
    ['page', ''],
    ['case_study', '/work'],
  ] as const) {
    const path = `${folder}/as-${kind.replace('_', '-')}`;
    const status = async () => (await visitor.get(`${path}.md`)).status;
    const { id } = await createPost(
      ctx,
      newPost({ kind, title: `As: ${kind}`, slug: path.split('/').at(-1), content, client: 'Clinic' }),
    );
    expect(await status(), kind).toBe(404);
    await setPublished(ctx, { ids: [id], published: 'true' });
    await expect.poll(status).toBe(200);
    const answer = await visitor.get(`${path}.md`);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('link')).toBe(`<${product.origin}${path}>; rel="canonical"`);
    const { fields, body } = readFrontMatter(await answer.text());
    expect(fields).toMatchObject({ title: `As: ${kind}`, url: product.origin + path });
    expect(fields['client']).toBe(kind === 'case_study' ? 'Clinic' : undefined);
    expect(body).toBe(`\nSee [us](${product.origin}/about).\n\n## Then\n`);
    expect(await (await visitor.get(path, asked)).text()).toContain('\n## Then\n');
    await setPublished(ctx, { ids: [id], published: 'false' });
    await expect.poll(status).toBe(404);
    expect(await (await visitor.get(path, asked)).text()).not.toContain('## Then');
  }
});

test('who asks for Markdown changes nothing for the next reader', async () => {
  await createPost(ctx, newPost({ title: 'Asked', content, published: 'true' }));
  await expect.poll(async () => (await visitor.get('/blog/asked')).status).toBe(200);
  const page = await visitor.get('/blog/asked');
  const html = await page.text();
  expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding');
  const markdown = await visitor.get('/blog/asked', asked);
  expect(markdown.headers.get('vary')).toContain('Accept');
  expect(markdown.headers.get('etag')).not.toBe(page.headers.get('etag'));
  const unchanged = { ...asked, 'if-none-match': markdown.headers.get('etag') ?? '' };
  expect((await visitor.get('/blog/asked', unchanged)).status).toBe(304);
  for (let index = 0; index < 500; index += 1) {
    const odd = [
      `text/markdown;q=${index / 500}`,
      'text/*',
      `text/x-${index}`,
      '*/*;q=0.8,,;',
      `"text/markdown"${index}`,
    ];
    const accept = odd
      .slice(index % 5)
      .concat(odd.slice(0, index % 5))
      .join(',');
    const given = await visitor.get('/blog/asked', { accept });
    const isMarkdown = given.headers.get('content-type')?.startsWith('text/markdown');
    const again = await visitor.get('/blog/asked', { accept: 'text/html,*/*;q=0.8' });
    expect([given.status, await again.text()], accept).toEqual([200, html]);
    expect((await given.text()).startsWith('---\n')).toBe(isMarkdown);
  }
});
