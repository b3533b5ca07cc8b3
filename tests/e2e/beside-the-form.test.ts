import { afterAll, beforeAll, describe, expect } from 'vitest';

import { isLong } from '#tests/long.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { desktop, expectQuiet, longTest, phone, test } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import { bodyOf, button, openEdit, postTitled, says, storePost, typeBody, writer } from './writing-page.ts';

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

describe('the preview', () => {
  test('opens beside the form with what was typed, keeps caret and undo, and follows every save', async ({
    browser,
  }) => {
    const visitor = await writer(browser, product);
    const { page, close } = visitor;
    const id = await storePost(product, { title: 'Beside', words: 'First words.' });
    await openEdit(page, id);
    await typeBody(page, ' Just typed.');
    await page.getByRole('link', { name: 'Preview' }).click();
    const shown = page.frameLocator('iframe[title="The post as visitors see it"]').locator('body');
    await shown.getByText('First words. Just typed.').waitFor();
    expect((await postTitled(product, 'Beside')).content).toBe('<p>First words. Just typed.</p>');
    // One press undoes together what is typed within half a second.
    await page.waitForTimeout(600);
    await page.keyboard.type(' On and on.');
    await shown.getByText('First words. Just typed. On and on.').waitFor();
    for (const name of ['Title', 'Content'])
      expect((await page.getByRole('textbox', { name }).boundingBox())?.width).toBeGreaterThan(400);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await bodyOf(page).getByText('First words. Just typed.', { exact: true }).waitFor();
    await shown.getByText('First words. Just typed.', { exact: true }).waitFor();
    await button(page, 'Close preview').click();
    await shown.waitFor({ state: 'detached' });
    expectQuiet(visitor);
    await close();
  });

  longTest(
    'covers the form where there is no room, and gives the text back with its caret',
    async ({ browser }) => {
      const visitor = await writer(browser, product, { viewport: phone, hasTouch: true });
      const { page, close } = visitor;
      const id = await storePost(product, { title: 'Over it', words: 'First words.' });
      await openEdit(page, id);
      await typeBody(page, ' Typed.');
      await page.getByRole('link', { name: 'Preview' }).click();
      const dialog = page.getByRole('dialog', { name: 'Preview' });
      await dialog.waitFor();
      await page
        .frameLocator('iframe[title="The post as visitors see it"]')
        .getByText('First words. Typed.')
        .waitFor();
      expect(await dialog.boundingBox()).toMatchObject({
        x: 0,
        y: 0,
        width: phone.width,
        height: phone.height,
      });
      expect(await axeViolations(page)).toEqual([]);
      await button(page, 'Close preview').click();
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.type(' On.');
      await bodyOf(page).getByText('First words. Typed. On.').waitFor();
      expectQuiet(visitor);
      await close();
    },
  );
});

test('View Live leads to the page of a published post, also with pending changes of its slug', async ({
  browser,
}) => {
  const { page, close } = await writer(browser, product);
  const id = await storePost(product, { title: 'Goes live', words: 'First words.' });
  await openEdit(page, id);
  const link = page.getByRole('link', { name: 'View Live' });
  expect(await link.count()).toBe(0);
  await button(page, 'Publish').click();
  await page.getByText('Post updated successfully.').waitFor();
  expect(await link.getAttribute('href')).toBe('/blog/goes-live');
  await page.getByLabel('Slug').fill('not-yet');
  await says(page, 'Saved, not live yet');
  expect(await link.getAttribute('href')).toBe('/blog/goes-live');
  await page.reload();
  const [live] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await live.getByRole('heading', { level: 1, name: 'Goes live' }).waitFor();
  await button(page, 'Save Changes').click();
  await page.getByText('Post updated successfully.').waitFor();
  expect(await link.getAttribute('href')).toBe('/blog/not-yet');
  await product.database.db
    .updateTable('blog_posts')
    .set({ published_at: new Date(Date.now() + 3_600_000) })
    .where('id', '=', id)
    .execute();
  await openEdit(page, id);
  expect(await link.count()).toBe(0);
  await close();
});

const screens = [
  ['desktop', desktop],
  ['phone', phone],
] as const;

test.for(isLong ? screens : screens.slice(0, 1))(
  'full screen on a %s keeps the state of saving and the buttons',
  async ([name, viewport], { browser }) => {
    const visitor = await writer(browser, product, { viewport });
    const { page, close } = visitor;
    const title = `Full screen, ${name}`;
    const id = await storePost(product, { title, words: 'First words.' });
    await openEdit(page, id);
    await bodyOf(page).click();
    await page.keyboard.press('Control+Shift+f');
    await page.locator('[data-editor-frame="full-screen"]').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Typed.');
    const bar = page.locator('[data-editor-frame="full-screen"]');
    await bar.getByRole('status').filter({ hasText: 'Unsaved changes' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await bar.getByRole('button', { name: 'Save Changes' }).click();
    await bar
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    await bar.getByRole('button', { name: 'Publish' }).click();
    await bar.getByRole('button', { name: 'Publish' }).waitFor({ state: 'detached' });
    expect(await postTitled(product, title)).toMatchObject({
      published: true,
      content: '<p>First words. Typed.</p>',
    });
    await bodyOf(page).click();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Edit Post' }).waitFor();
    await button(page, 'Save Changes').waitFor();
    expectQuiet(visitor);
    await close();
  },
);
