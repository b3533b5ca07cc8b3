import { afterAll, beforeAll, describe, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { desktop, expectQuiet, narrow, phone, test } from './browser.ts';
import { pixel, writerSettings } from './editor-page.ts';
import { button, openEdit, openNew, postTitled, storePost, titleOf, writer } from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

const image = { name: 'shared.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') };

describe('search and sharing', () => {
  test.for([desktop, phone])(
    'at $width px the fields are filled with the keyboard, shown in the previews and stored',
    async ({ width, height }, { browser }) => {
      const visitor = await writer(browser, product, { viewport: { width, height } });
      const { page } = visitor;
      await openNew(page);
      const title = `Found at ${width}`;
      await titleOf(page).fill(title);
      const search = page.getByRole('figure', { name: 'How a search result may look' });
      const shared = page.getByRole('figure', { name: 'How a shared link will look' });
      await search.getByText(`/blog/found-at-${width}`).waitFor();

      await page.getByText('Change what they show').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type('For readers.');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Shared title');
      await search.getByText('For readers.').waitFor();
      await shared.getByText('Shared title').waitFor();
      expect(await search.getByText('Shared title').count()).toBe(0);

      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Social Image' });
      await dialog.getByRole('tab', { name: 'Upload' }).click();
      await dialog.getByLabel('Images to upload').setInputFiles(image);
      await page
        .getByRole('group', { name: 'Social Image' })
        .getByRole('button', { name: 'Remove' })
        .waitFor();
      expect(await shared.locator('img').getAttribute('src')).toMatch(/^\/storage\//);

      await page.getByLabel('Canonical Address').fill('original.example/a');
      await button(page, 'Save Draft').click();
      const message = 'Canonical Address must be a whole address that begins with https:// or http://.';
      await page.getByRole('alert').filter({ hasText: message }).waitFor();
      expect(await page.getByLabel('Canonical Address').getAttribute('aria-invalid')).toBe('true');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByLabel('Canonical Address').fill('https://original.example/a');
      await page.getByRole('switch', { name: 'Hide from search engines' }).check();
      await search.getByText('Search engines are asked not to list this post.').waitFor();
      await button(page, 'Save Draft').click();
      await page.waitForURL('**/admin/posts');
      expect(await postTitled(product, title)).toMatchObject({
        meta_description: 'For readers.',
        social_title: 'Shared title',
        social_image: expect.stringMatching(/^\/storage\//),
        canonical_url: 'https://original.example/a',
        noindex: true,
      });
      expectQuiet(visitor);
      await visitor.close();
    },
  );

  test('the fields are open where one is filled, and fit 320 px', async ({ browser }) => {
    const id = await storePost(product, { title: 'Narrow' });
    await product.database.db
      .updateTable('blog_posts')
      .set({ social_title: 'x'.repeat(300) })
      .where('id', '=', id)
      .execute();
    const visitor = await writer(browser, product, { viewport: narrow });
    const { page } = visitor;
    await openEdit(page, id);
    await page.getByLabel('Social Headline').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
    await visitor.close();
  });
});

test('the address below Slug is the one that a save stores', async ({ browser }) => {
  const visitor = await writer(browser, product);
  const { page } = visitor;
  await openNew(page);
  await titleOf(page).fill('Привет мир');
  await page.getByText(`Address: ${product.origin}/blog/privet-mir`, { exact: true }).waitFor();
  const slug = page.getByLabel('Slug');
  await slug.fill('  Über uns & Co! ');
  await page.getByText(`Address: ${product.origin}/blog/uber-uns-co`, { exact: true }).waitFor();
  await slug.fill('!!!');
  await page.getByText(`Address: ${product.origin}/blog/privet-mir`, { exact: true }).waitFor();
  await slug.fill('  Über uns & Co! ');
  await button(page, 'Save Draft').click();
  await page.waitForURL('**/admin/posts');
  expect(await postTitled(product, 'Привет мир')).toMatchObject({ slug: 'uber-uns-co' });
  await visitor.close();
});
