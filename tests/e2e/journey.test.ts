import { afterAll, beforeAll, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { sampleArticle as article } from '#tests/sample-article.ts';
import { desktop, expectQuiet, phone, test, visit } from './browser.ts';

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

test('the first administrator sets up, writes, publishes, unpublishes and signs out; a reader sees each state', async ({
  browser,
}) => {
  const author = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = author;

  await page.goto(product.setupLink());
  await page.getByLabel('Email').fill('first@firm.test');
  await page.getByLabel('Display name').fill('First Author');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(await page.getByText('Signed in as first@firm.test').count()).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'New Post' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Create New Post' }).waitFor();
  await page.getByLabel('Title', { exact: true }).fill(article.title);
  await page.getByLabel('Excerpt').fill('Typed in a browser.');

  const content = page.getByRole('textbox', { name: 'Content' });
  await content.click();
  await page.keyboard.type('This first line was typed. ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('This is bold.');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.evaluate(async (html) => {
    const item = new ClipboardItem({ 'text/html': new Blob([html], { type: 'text/html' }) });
    await navigator.clipboard.write([item]);
  }, article.html);
  await page.keyboard.press('Control+v');
  await content.locator('pre').first().waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/admin/posts');
  await page.getByText('Post published successfully.').waitFor();

  const row = page.getByRole('row').filter({ hasText: article.title });
  const edit = await row.getByRole('link', { name: article.title }).getAttribute('href');
  const slug = await product.database.db.selectFrom('blog_posts').select('slug').executeTakeFirstOrThrow();
  const address = `${product.origin}/blog/${slug.slug}`;

  for (const [viewport, colorScheme] of [
    [phone, 'light'],
    [phone, 'dark'],
    [desktop, 'light'],
    [desktop, 'dark'],
  ] as const) {
    const reader = await visit(browser, { viewport, colorScheme });
    const answer = await reader.page.goto(address);
    expect(answer?.status()).toBe(200);
    expect(await reader.page.getByRole('heading', { level: 1 }).textContent()).toBe(article.title);
    expect(await reader.page.locator('strong', { hasText: 'This is bold.' }).count()).toBe(1);
    expect(await reader.page.locator('pre').count()).toBeGreaterThan(0);
    const wide = await reader.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    expectQuiet(reader);
    await reader.close();
  }

  const text = await readText(browser, address);
  for (const word of wordsOf(article.html)) expect(text).toContain(word);

  await page.goto(`${product.origin}${edit}`);
  await page.getByRole('heading', { level: 1, name: 'Edit Post' }).waitFor();
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click();
  await page.getByRole('button', { name: `Actions for ${article.title}` }).click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await page.getByText('Post unpublished successfully.').waitFor();

  const late = await visit(browser);
  const gone = await late.page.goto(address);
  expect(gone?.status()).toBe(404);
  await late.page.getByRole('heading', { name: 'Post Not Found' }).waitFor();
  expect(await late.page.getByRole('link', { name: 'Return to Blog' }).getAttribute('href')).toBe('/blog');
  await late.close();

  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  await page.waitForURL(`${product.origin}/`);
  await page.goto(`${product.origin}/admin/posts`);
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
  expectQuiet(author);
  await author.close();
});

async function readText(browser: Parameters<typeof visit>[0], address: string): Promise<string> {
  const { page, close } = await visit(browser, { javaScriptEnabled: false });
  await page.goto(address);
  const text = await page.locator('main').innerText();
  await close();
  return text;
}

/** The words of an article outside its code, long enough to mean something. */
function wordsOf(html: string): Set<string> {
  const text = html.replaceAll(/<pre[^]*?<\/pre>|<[^>]*>|&[^;]+;/g, ' ');
  return new Set(text.match(/\p{L}{5,}/gu));
}
