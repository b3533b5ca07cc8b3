import { HtmlValidate } from 'html-validate';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';

import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { isPublic, readDemonstration } from '../../scripts/seed/demonstration.ts';
import { createClient } from '#tests/client.ts';
import { crawl, type Crawl } from '#tests/crawl.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { askRaw } from '#tests/raw-request.ts';

const product = useProduct();
const visitor = createClient(product);
let site: Crawl;

/** A site as an owner has it: the articles of the demonstration, drafts beside them, more pages than one. */
beforeAll(async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const category = await createCategory(ctx, { name: 'Craft' });
  const tag = await createTag(ctx, { name: 'Tools' });
  for (const post of (await readDemonstration()).posts) {
    const { slug, title, fields, html: content } = post;
    const filed = { categoryId: category.id, tagIds: [tag.id], featured: 'true' };
    await addPost(ctx, { slug, title, ...fields, content, published: String(isPublic(post)), ...filed });
  }
  site = await crawl(product.origin, [
    '/',
    '/search?q=a',
    '/search?q=zzyzx',
    '/nothing-here',
    '/blog/nothing-here',
  ]);
});

test('every link and resource of the site leads somewhere, also within a page', () => {
  expect(site.pages.length).toBeGreaterThan(40);
  expect(site.broken).toEqual([]);
});

test('no page names anything of another host to be loaded', () => {
  expect(site.foreign).toEqual([]);
});

test('a link that leads nowhere, to no place in a page or to another host’s image would be found', async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const content = '<p><a href="/blog/gone">x</a> <a href="/about#nowhere">x</a></p>';
  const { id } = await addPost(ctx, { slug: 'broken-links', content, published: 'true' });
  // No verb takes an image from elsewhere.
  await sql`update blog_posts set featured_image = 'https://other.example/a.png'
    where id = ${id}`.execute(product.database.db);
  const found = await crawl(product.origin, ['/blog/broken-links']);
  expect(found.broken).toEqual([
    '/blog/broken-links → /blog/gone (404)',
    '/blog/broken-links → /about#nowhere (no such place)',
  ]);
  expect(found.foreign.length).toBeGreaterThan(0);
});

test('every page is valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: {
      // Matters of taste, or made by the renderer, and fine by the standard.
      'doctype-style': 'off',
      'void-style': 'off',
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'no-inline-style': 'off',
      'long-title': 'off',
      'no-trailing-whitespace': 'off',
      'tel-non-breaking': 'off',
    },
  });
  expect((await validator.validateString('<p id="a" id="a"><ul><p>x</p></ul>')).valid).toBe(false);
  const violations: string[] = [];
  for (const page of site.pages.filter(({ type }) => type.startsWith('text/html'))) {
    const report = await validator.validateString(page.body);
    for (const { messages } of report.results) {
      for (const { ruleId, message, line, column } of messages)
        violations.push(`${page.path}:${line}:${column} ${ruleId}: ${message}`);
    }
  }
  expect(violations).toEqual([]);
});

test.each(['/foo', '/foo.txt', '/foo.md', '/blog/none.md', '/sitemaps/none', '/social/none.png', '/social-card/none.png', '/accent/none', '/storage/blog-images/none/none.png', '/assets/none.js', '/.well-known/oauth-protected-resource'])(
  '%s without a page shows the 404 page to who navigates, and a line to programs',
  async (path) => {
    const answer = await visitor.get(path, { accept: 'text/html,*/*;q=0.8' });
    const navigated = await askRaw(product.origin, path, { headers: { 'sec-fetch-mode': 'navigate' } });
    for (const [status, text] of [[answer.status, await answer.text()], [navigated.status, navigated.text]] as const) {
      expect(status).toBe(404);
      expect(text).toContain('Oops! Page not found');
      expect(text).toContain('<footer class="site-footer">');
    }
    const text = await (await visitor.get(path)).text();
    if (path !== '/foo') expect(text.length).toBeLessThan(100);
  },
); // prettier-ignore

test('a form sent to a page without one is refused on a page with header and footer', async () => {
  for (const path of ['/', '/blog', '/rss.xml']) {
    const answer = await visitor.post(path, {}, { accept: 'text/html' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const text = await answer.text();
    expect(text).toContain('This page does not accept what was sent to it.');
    expect(text).toContain('<footer class="site-footer">');
  }
});

test('OPTIONS names methods that the address takes', async () => {
  const allowed = async (path: string) =>
    (await fetch(product.origin + path, { method: 'OPTIONS' })).headers.get('allow');
  expect(await allowed('/contact')).toBe('GET, HEAD, POST, OPTIONS');
  expect(await allowed('/mcp')).toBe('POST');
});

test('/mcp opened in a browser says what it is', async () => {
  const answer = await visitor.get('/mcp', { accept: 'text/html' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await answer.text()).toContain('This address is for programs.');
});
