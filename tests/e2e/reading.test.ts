import { afterAll, beforeAll, expect } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { desktop, expectQuiet, phone, test, visit } from './browser.ts';

const code = `// Doubles, but not for ever.
@sealed
class Half extends Number {
  static #cache: Map<string, RegExp> = new Map([['a', /x+/g]]);
  twice = (n: number): string => \`\${n * 2}\` + 'text' + null;
}`;
const written = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const paragraphs = '<p>Some words to read.</p>'.repeat(12);
const body =
  ['One', 'Two', 'Three', 'Four'].map((heading) => `<h2>${heading}</h2>${paragraphs}`).join('') +
  `<pre><code class="language-ts">${written}</code></pre>` +
  '<pre><code class="language-diff">- old\n+ new\n@@ 1 @@</code></pre>' +
  '<pre><code class="language-html">&lt;a href="/x"&gt;x&lt;/a&gt; &lt;!-- note --&gt;</code></pre>' +
  '<pre><code class="language-sql">select 42, count(*) from t where name = \'x\' -- why</code></pre>' +
  '<pre><code class="language-css">.a { color: red; } @media print { #b { top: 1px } }</code></pre>';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
  const ctx = await contextAs(product.database.db, 'editor');
  await createPost(ctx, newPost({ slug: 'code', title: 'Code', content: body, published: 'true' }));
  await createPost(ctx, newPost({ slug: 'other', title: 'Another', published: 'true' }));
});
afterAll(() => product.stop());

test('the copy button copies code exactly and announces it to screen readers', async ({ browser }) => {
  const visitor = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await page.goto(`${product.origin}/blog/code`);
  const frame = page.locator('.code').first();
  await frame.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => frame.getByRole('status').textContent()).toBe('Code copied');
  expect(await frame.getByRole('button').textContent()).toBe('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  expectQuiet(visitor);
  await visitor.close();
});

test('the copy button announces when the browser refuses', async ({ browser }) => {
  const { page, close } = await visit(browser);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await page.goto(`${product.origin}/blog/code`);
  const frame = page.locator('.code').first();
  await frame.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => frame.getByRole('status').textContent()).toBe('The browser did not allow copying');
  await close();
});

test('highlighted code has a contrast of at least 4.5:1 in light and dark, without script', async ({
  browser,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await visit(browser, { colorScheme });
    await page.goto(`${product.origin}/blog/code`);
    const inks = await page
      .locator('.prose pre span')
      .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
    expect(inks).toBeGreaterThanOrEqual(4);
    expect(await axeViolations(page), colorScheme).toEqual([]);
    await close();
  }
  const still = await visit(browser, { javaScriptEnabled: false });
  await still.page.goto(`${product.origin}/blog/code`);
  expect(await still.page.locator('.prose .c-keyword').count()).toBeGreaterThan(2);
  await still.close();
});

test('the table of contents is beside the text on wide screens and above it on narrow ones', async ({
  browser,
}) => {
  for (const [viewport, isBeside] of [
    [desktop, true],
    [phone, false],
  ] as const) {
    const { page, close } = await visit(browser, { viewport });
    await page.goto(`${product.origin}/blog/code`);
    const contents = await page.getByRole('navigation', { name: 'Contents' }).boundingBox();
    const text = await page.locator('.prose').boundingBox();
    if (!contents || !text) throw new Error('Both are on the page.');
    expect(contents.x + contents.width <= text.x).toBe(isBeside);
    expect(contents.y + contents.height <= text.y).toBe(!isBeside);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Three' }).click();
    expect(new URL(page.url()).hash).toBe('#section-three');
    const top = await page
      .locator('#section-three')
      .evaluate((heading) => heading.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(40);
    expect(top).toBeLessThan(200);
    await close();
  }
});

test('the search box works by keyboard and the results mark the words', async ({ browser }) => {
  const visitor = await visit(browser, { reducedMotion: 'reduce' });
  const { page } = visitor;
  await page.goto(`${product.origin}/blog`);
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('anothr');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=anothr');
  expect(await page.getByRole('main').textContent()).toContain('Showing results for “another” instead.');
  expect(await page.locator('.search-results mark').allTextContents()).toEqual(['Another']);
  await page.getByRole('link', { name: 'Another' }).click();
  await page.waitForURL('**/blog/other');
  expectQuiet(visitor);
  await visitor.close();
});

test('public pages request nothing from other hosts', async ({ browser }) => {
  const { page, close } = await visit(browser);
  const asked = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:') asked.add(url.origin);
  });
  for (const path of [
    '/',
    '/about',
    '/blog',
    '/blog/code',
    '/search?q=code',
    '/contact',
    '/jv-program',
    '/privacy',
    '/none',
  ]) {
    await page.goto(product.origin + path);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  }
  expect([...asked]).toEqual([product.origin]);
  await close();
});
