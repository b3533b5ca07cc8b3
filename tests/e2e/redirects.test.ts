import { afterAll, beforeAll, expect } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { expectQuiet, test, visit } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import { signIn } from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
  const ctx = await contextAs(product.database.db, 'admin');
  await createPost(ctx, newPost({ title: 'Choosing a Database', published: 'true' }));
});
afterAll(() => product.stop());

test('an admin makes, edits and deletes redirects, and makes one for a missing page', async ({ browser }) => {
  const visitor = await visit(browser, { baseURL: product.origin });
  const { page } = visitor;
  const statusOf = async (path: string) => {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    return `${answer.status()} ${answer.headers()['location'] ?? ''}`.trim();
  };
  // A headless browser says that it is one, and counts as a bot.
  const userAgent = (await page.evaluate(() => navigator.userAgent)).replace('Headless', '');
  const guest = await visit(browser, { baseURL: product.origin, userAgent });
  await guest.page.goto('/blog/choosing-database');
  await guest.close();

  await signIn(page, product.origin);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Redirects', exact: true }).click();
  await page.getByRole('button', { name: 'New Redirect' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From').fill('/old/*');
  await dialog.getByLabel('To', { exact: true }).fill('/old/new');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('/old/* would lead to itself.').first().waitFor();
  expect(await dialog.getByLabel('From').inputValue()).toBe('/old/*');
  await dialog.getByLabel('To', { exact: true }).fill('/about');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Redirect created successfully.').waitFor();
  expect(await statusOf('/old/page')).toBe('301 /about');

  await page.getByRole('button', { name: 'Edit /old/*' }).click();
  await dialog.getByLabel('Type').selectOption('410');
  expect(await dialog.getByLabel('To', { exact: true }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Redirect updated successfully.').waitFor();
  expect(await statusOf('/old/page')).toBe('410');

  await page.getByRole('link', { name: 'Missing pages' }).click();
  const redirect = page.getByRole('button', { name: 'Create redirect for /blog/choosing-database' });
  await expect
    .poll(
      async () => {
        await page.goto('/admin/redirects/missing');
        await page.locator('main h1').waitFor();
        return redirect.count();
      },
      { timeout: 15_000 },
    )
    .toBe(1);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  await redirect.click();
  await dialog.getByLabel('To', { exact: true }).fill('/blog/choosing-a-database');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('No missing pages').waitFor();
  expect(await statusOf('/blog/choosing-database')).toBe('301 /blog/choosing-a-database');

  await page.getByRole('link', { name: 'Redirects', exact: true }).first().click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await (await downloading).path();
  for (const from of ['/old/*', '/blog/choosing-database']) {
    await page.getByRole('button', { name: `Delete ${from}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: `Delete ${from}` }).waitFor({ state: 'detached' });
  }
  await page.getByText('No redirects yet').waitFor();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await dialog.getByLabel('File').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText('2 added, 0 changed, 0 were there already.').waitFor();
  expect(await statusOf('/old/page')).toBe('410');
  expectQuiet(visitor);
  await visitor.close();
});
