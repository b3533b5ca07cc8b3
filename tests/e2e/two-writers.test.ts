import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { expectQuiet, longTest, phone, test, visit, type Visit } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import {
  addEditor,
  bodyOf,
  button,
  openEdit,
  postTitled,
  signIn,
  writer,
  type Account,
} from './writing-page.ts';

let product: RunningProduct;
let mia: Account;

beforeAll(async () => {
  product = await startProduct(writerSettings);
  mia = await addEditor(product, 'mia@firm.test');
});
afterAll(() => product.stop());

async function storeBody(title: string, content: string): Promise<string> {
  const { id } = await createPost(
    await contextAs(product.database.db, 'editor'),
    newPost({ title, content }),
  );
  return id;
}

/** Two people in one post, each in a browser of their own. */
async function open(
  browser: Browser,
  id: string,
  options: Parameters<typeof visit>[1] = {},
): Promise<{ mine: Visit; theirs: Visit; close: () => Promise<void> }> {
  const mine = await writer(browser, product, options);
  const theirs = await visit(browser, { baseURL: product.origin });
  await signIn(theirs.page, product.origin, mia);
  await openEdit(mine.page, id);
  await openEdit(theirs.page, id);
  return { mine, theirs, close: async () => void (await Promise.all([mine.close(), theirs.close()])) };
}

/** Types at the end of the paragraph with these words. */
async function typeAfter(page: Page, paragraph: string, words: string) {
  await bodyOf(page).getByText(paragraph, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}

async function save(page: Page) {
  await button(page, 'Save Changes').click();
  await page.getByText('Post updated successfully.').first().waitFor();
}

const conflict = (page: Page) => page.getByRole('dialog', { name: 'Another user saved this post' });
const place = (page: Page, name: string) => conflict(page).getByRole('group', { name, exact: true });

describe('two people in one post', () => {
  test('who change different paragraphs and fields keep both by one key, and the caret stays', async ({
    browser,
  }) => {
    const id = await storeBody(
      'Different',
      '<p>One.</p><ul><li>Item one</li><li>Item two</li></ul><p>Two.</p><p>Three.</p>',
    );
    const { mine, theirs, close } = await open(browser, id);
    await typeAfter(theirs.page, 'Two.', ' Theirs.');
    await typeAfter(theirs.page, 'Item two', ' theirs');
    await theirs.page.getByLabel('Excerpt').fill('Their excerpt.');
    await save(theirs.page);

    const { page } = mine;
    await typeAfter(page, 'Item one', ' mine');
    await typeAfter(page, 'Three.', ' Mine.');
    await page.keyboard.press('Control+s');
    await conflict(page).getByText('The changes are in different places: Save keeps all of them.').waitFor();
    await conflict(page).getByText('Changed in one text only: 2 by mia, 2 by you').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Post updated successfully.').waitFor();
    expect(await postTitled(product, 'Different')).toMatchObject({
      content:
        '<p>One.</p><ul><li>Item one mine</li><li>Item two theirs</li></ul><p>Two. Theirs.</p><p>Three. Mine.</p>',
      excerpt: 'Their excerpt.',
    });
    // What is typed goes on where the caret was, and the merge is one step that can be undone.
    await page.keyboard.press('Control+z');
    await bodyOf(page).getByText('Two.', { exact: true }).waitFor();
    await page.keyboard.press('Control+Shift+z');
    await bodyOf(page).getByText('Two. Theirs.', { exact: true }).waitFor();
    expectQuiet(mine);
    await close();
  });

  test('who change one paragraph see both side by side and choose by keyboard', async ({ browser }) => {
    const id = await storeBody('Same', '<p>First.</p><p>Second.</p><p>Third.</p>');
    const { mine, theirs, close } = await open(browser, id);
    await typeAfter(theirs.page, 'First.', ' Theirs.');
    await typeAfter(theirs.page, 'Second.', ' Theirs.');
    await typeAfter(theirs.page, 'Third.', ' Theirs.');
    await save(theirs.page);

    const { page } = mine;
    for (const paragraph of ['First.', 'Second.', 'Third.']) await typeAfter(page, paragraph, ' Mine.');
    await page.keyboard.press('Control+s');
    await conflict(page).getByText('Choose which parts to keep; no text has been lost.').waitFor();
    // From Save backwards through the three groups, each one stop: the last one is reached first.
    await button(page, 'Save').evaluate((element) => {
      if (document.activeElement !== element) throw new Error('Save has no focus.');
    });
    for (let stops = 0; stops < 4; stops += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await place(page, 'Content, place 3 of 3').getByRole('radio', { name: /^Both/ }).isChecked()).toBe(
      true,
    );
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    expect(
      await place(page, 'Content, place 2 of 3')
        .getByRole('radio', { name: /^Theirs/ })
        .isChecked(),
    ).toBe(true);
    expect(await place(page, 'Content, place 1 of 3').getByRole('radio', { name: /^Mine/ }).isChecked()).toBe(
      true,
    );
    for (let stops = 0; stops < 5; stops += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Post updated successfully.').waitFor();
    expect(await postTitled(product, 'Same')).toMatchObject({
      content: '<p>First. Mine.</p><p>Second. Theirs.</p><p>Third. Mine.</p><p>Third. Theirs.</p>',
    });
    expectQuiet(mine);
    await close();
  });

  test('on a phone: the pause of typing asks, and a change of the other can be left out', async ({
    browser,
  }) => {
    const id = await storeBody('On a phone', '<p>First.</p><p>Second.</p>');
    const { mine, theirs, close } = await open(browser, id, { viewport: phone, hasTouch: true });
    await typeAfter(theirs.page, 'First.', ' Theirs.');
    await typeAfter(theirs.page, 'Second.', ' Theirs.');
    await save(theirs.page);
    const { page } = mine;
    await typeAfter(page, 'Second.', ' Mine.');
    await conflict(page).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await conflict(page).getByRole('checkbox', { name: 'Take the change of mia' }).uncheck();
    await conflict(page).getByRole('button', { name: 'All theirs' }).click();
    expect(
      await place(page, 'Content')
        .getByRole('radio', { name: /^Theirs/ })
        .isChecked(),
    ).toBe(true);
    expect(await conflict(page).getByRole('checkbox').isChecked()).toBe(true);
    await conflict(page).getByRole('checkbox').uncheck();
    await button(page, 'Save').click();
    await conflict(page).waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await postTitled(product, 'On a phone')).content)
      .toBe('<p>First.</p><p>Second. Theirs.</p>');
    await close();
  });

  longTest('see each other by name, and no longer once one of them has left', async ({ browser }) => {
    const id = await storeBody('Seen', '<p>Text.</p>');
    const { mine, theirs, close } = await open(browser, id);
    const said = (page: Page, name: string) =>
      page.getByRole('status').filter({ hasText: `${name} is also editing this post.` });
    await said(theirs.page, 'writer').waitFor();
    await said(mine.page, 'mia').waitFor({ timeout: 20_000 });
    expect(await axeViolations(mine.page)).toEqual([]);
    await theirs.page.close();
    // As if it were 41 seconds later.
    await sql`update blog_post_editors set seen_at = seen_at - interval '41 seconds'`.execute(
      product.database.db,
    );
    await said(mine.page, 'mia').waitFor({ state: 'detached', timeout: 20_000 });
    expectQuiet(mine);
    await close();
  });
});

longTest('one person with a post open in two tabs is told so, not of another user', async ({ browser }) => {
  const id = await storeBody('Twice', '<p>Text.</p>');
  const { page, close } = await writer(browser, product);
  const other = await page.context().newPage();
  await openEdit(page, id);
  await openEdit(other, id);
  const said = other.getByRole('status').filter({ hasText: 'You have this post open in another tab.' });
  await said.waitFor();
  expect(await other.getByText('also editing').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to Posts' }).click();
  await page.waitForURL('**/admin/posts');
  await said.waitFor({ state: 'detached', timeout: 20_000 });
  await close();
});
