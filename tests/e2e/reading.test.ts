import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';

import { addPost, contextAs, newPost } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { createPost } from '#tests/post-forms.ts';
import { axeViolations } from './accessibility.ts';
import { desktop, long, phone, test, visit } from './browser.ts';
import { titleOf, typeBody } from './writing-page.ts';

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

const product = useProduct();
let other: { id: string; slug: string };
let caseStudy: string;
beforeAll(async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  await addPost(ctx, { slug: 'code', title: 'Code', content: body, published: 'true' });
  other = await addPost(ctx, { slug: 'other', title: 'Another', published: 'true' });
  const work = newPost({ kind: 'case_study', title: 'Read last', client: 'Harbor', published: 'true' });
  caseStudy = (await createPost(ctx, work)).id;
});

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

async function open(path: string, options: Parameters<Page['goto']>[1] = {}): Promise<Page> {
  const { page } = await visit(clipboard);
  await page.goto(product.origin + path, options);
  return page;
}

test('the copy button copies code exactly and announces that, or that the browser refuses', async () => {
  const page = await open('/blog/code');
  const frame = page.locator('.code').first();
  await frame.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => frame.getByRole('status').textContent()).toBe('Code copied');
  expect(await frame.getByRole('button').textContent()).toBe('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  const refused = page.locator('.code').nth(1);
  await refused.getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => refused.getByRole('status').textContent())
    .toBe('The browser did not allow copying');
});

test('highlighted code has a contrast of at least 4.5:1 in light and dark', async () => {
  const page = await open('/blog/code');
  const inks = await page
    .locator('.prose pre span')
    .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
  expect(inks).toBeGreaterThanOrEqual(4);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page, ['color-contrast']), colorScheme).toEqual([]);
  }
});

long('the table of contents is beside the text on wide screens and above it on narrow ones', async () => {
  const page = await open('/blog/code');
  for (const [viewport, isBeside] of [
    [desktop, true],
    [phone, false],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.reload();
    const contents = await page.getByRole('navigation', { name: 'Contents' }).boundingBox();
    const text = await page.locator('.prose').boundingBox();
    if (!contents || !text) throw new Error('Both are on the page.');
    expect(contents.x + contents.width <= text.x).toBe(isBeside);
    expect(contents.y + contents.height <= text.y).toBe(!isBeside);
    const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Three' });
    if (!isBeside) {
      expect(await link.count()).toBe(0);
      await page.locator('.contents summary').click();
    }
    await link.click();
    expect(new URL(page.url()).hash).toBe('#section-three');
    const top = await page
      .locator('#section-three')
      .evaluate((heading) => heading.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(40);
    expect(top).toBeLessThan(200);
  }
});

async function sendContactForm(page: Page, name: string): Promise<void> {
  for (const label of ['Name', 'Subject', 'Message']) await page.getByLabel(label).fill(name);
  await page.getByLabel('Email').fill('visitor@pier.test');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByText("Message sent successfully. We'll be in touch soon!").waitFor();
}

function originOf(name: string) {
  return product.database.db
    .selectFrom('messages')
    .select(['page', 'campaign', 'referrer_host', 'last_post_id'])
    .where('name', '=', name)
    .executeTakeFirst();
}

long('a message after several pages has the first foreign host and the last text', async () => {
  const page = await open(`/blog/${other.slug}?utm_source=LinkedIn`, {
    referer: 'https://www.linkedin.com/feed/',
  });
  await page.getByRole('link', { name: 'About' }).first().click();
  await page.waitForURL(`${product.origin}/about`);
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await page.waitForURL(`${product.origin}/contact`);
  await sendContactForm(page, 'From LinkedIn');
  expect(await originOf('From LinkedIn')).toEqual({
    page: '/about',
    campaign: 'linkedin',
    referrer_host: 'linkedin.com',
    last_post_id: other.id,
  });
  const counted = page.waitForRequest('**/rpc/increment_page_view');
  await page.goto(`${product.origin}/work/read-last`);
  expect((await counted).postDataJSON()).toMatchObject({ page_param: '/work/read-last' });
  await page.getByRole('link', { name: 'Get in touch' }).click();
  await sendContactForm(page, 'After a case study');
  expect(await originOf('After a case study')).toMatchObject({
    page: '/work/read-last',
    last_post_id: caseStudy,
  });

  // In this tab only: no cookie, nothing that outlives it or that another tab reads.
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
});

long('a direct landing on the form keeps the foreign host', async () => {
  const { page } = await visit();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Not allowed.', 'SecurityError');
      },
    });
  });
  await page.goto(`${product.origin}/contact?utm_campaign=Autumn&utm_source=news`, {
    referer: 'https://news.example/item',
  });
  await sendContactForm(page, 'Direct');
  expect(await originOf('Direct')).toEqual({
    page: '/contact',
    campaign: 'autumn',
    referrer_host: 'news.example',
    last_post_id: null,
  });
});

test('the first administrator sets up, writes and publishes; a reader sees it', async () => {
  const { page } = await visit();
  await page.goto(product.setupLink());
  await page.getByLabel('Email').fill('first@firm.test');
  await page.getByLabel('Display name').fill('First Author');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

  await page.getByRole('link', { name: 'New Post' }).first().click();
  await titleOf(page).fill('A first post');
  await typeBody(page, 'Every word.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/admin/posts');
  const read = await (await page.request.get(`${product.origin}/blog/a-first-post`)).text();
  expect(read.slice(read.indexOf('<main'))).toContain('<p>Every word.</p>');
});
