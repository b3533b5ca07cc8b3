import { afterAll, beforeAll, describe, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { expectQuiet, test } from './browser.ts';
import {
  contentOf,
  openEditor,
  startAfresh,
  visitAsWriter,
  writerSettings,
  writtenIn,
} from './editor-page.ts';
import { postsTitled, postTitled, says, titleOf } from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

describe('keys of the form', () => {
  test('a new post begins in its title, Enter goes on to the text, and Ctrl+S saves and stays', async ({
    browser,
  }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    await expect.poll(() => titleOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await page.keyboard.type('First words.');
    await page.keyboard.press('Control+s');
    await says(page, /^Saved$/);
    expect(new URL(page.url()).pathname).toBe('/admin/posts/new');
    await expect.poll(() => content.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(' More.');
    await page.keyboard.press('Control+s');
    await says(page, /^Saved$/);
    expect(await postTitled(product, 'By keys')).toMatchObject({
      published: false,
      content: '<p>First words. More.</p>',
    });
    expectQuiet(writer);
    await writer.close();
  });

  test('Ctrl+S without a title asks for one', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    await content.click();
    await page.keyboard.type('Words.');
    await page.keyboard.press('Control+s');
    await page.getByText('Please enter a post title.').first().waitFor();
    await expect.poll(() => titleOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await writer.close();
  });

  test('Ctrl+Enter leaves a code block, asks before publishing elsewhere, and publishes when pressed again', async ({
    browser,
  }) => {
    const writer = await visitAsWriter(browser, product.origin);
    const { page } = writer;
    const stored = () => postsTitled(product, 'Asked first');
    await page.goto(`${product.origin}/admin/posts/new`);
    const content = await contentOf(page);
    await titleOf(page).fill('Asked first');
    await startAfresh(content);
    await page.keyboard.type('```ts x');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('Below.');
    expect(await writtenIn(content)).toBe('<pre><code class="language-ts">x</code></pre><p>Below.</p>');

    const question = page.getByRole('dialog', { name: 'Publish this post?' });
    await page.keyboard.press('Control+Enter');
    await question.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    expect((await stored()).filter(({ published }) => published)).toEqual([]);

    await page.keyboard.press('Control+Enter');
    await question.waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/admin/posts');
    expect(await stored()).toMatchObject([{ published: true }]);

    await page.getByRole('link', { name: 'Asked first' }).click();
    await contentOf(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Save the changes to the published post?' }).waitFor();
    await page.keyboard.press('Escape');
    expectQuiet(writer);
    await writer.close();
  });

  test('the list of shortcuts opens with a question mark outside of a field', async ({ browser }) => {
    const { writer, page } = await openEditor(browser, product.origin);
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Blockquote').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await writer.close();
  });
});
