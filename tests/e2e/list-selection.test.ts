import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';

import { setCategory } from '#domain/posts/set-category.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { contextAs } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { desktop, expectQuiet, narrow, phone, test } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import { writer } from './writing-page.ts';

let product: RunningProduct;
let ctx: Awaited<ReturnType<typeof contextAs>>;

beforeAll(async () => {
  product = await startProduct(writerSettings);
  ctx = await contextAs(product.database.db, 'editor');
});
afterAll(() => product.stop());
beforeEach(async () => {
  const { db } = product.database;
  await sql`delete from blog_posts`.execute(db);
  await sql`delete from blog_categories`.execute(db);
  await sql`delete from blog_tags`.execute(db);
});

/** Drafts `Post 001`, `Post 002` …, the first one on top of the list. */
const addPosts = (count: number) =>
  sql`insert into blog_posts (title, slug, created_at)
    select 'Post ' || lpad(n::text, 3, '0'), 'post-' || n, now() - n * interval '1 minute'
    from generate_series(1, ${sql.lit(count)}) n`.execute(product.database.db);

async function numberWhere(condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from blog_posts p where ${condition}`.execute(product.database.db);
  return rows[0]?.n ?? 0;
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected posts' });
const box = (page: Page, n: number) =>
  page.getByRole('checkbox', { name: `Select Post ${String(n).padStart(3, '0')}`, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

async function openPosts(page: Page, query = '') {
  await page.goto(`/admin/posts${query}`);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

describe('selecting posts', () => {
  test('keeps the choices across pages, page sizes and searches, and says how many are elsewhere', async ({
    browser,
  }) => {
    await addPosts(145);
    const visitor = await writer(browser, product);
    const { page } = visitor;
    await openPosts(page);
    await box(page, 2).check();
    await page.getByRole('link', { name: 'Next' }).click();
    await box(page, 25).check();
    await bar(page).getByText('2 selected (1 on other pages)').waitFor();
    await page.getByRole('navigation', { name: 'Posts per page' }).getByRole('link', { name: '50' }).click();
    await page.waitForURL('**/admin/posts?per=50');
    await box(page, 50).waitFor();
    expect(await page.getByRole('row').count()).toBe(51);
    await bar(page).getByText('2 selected', { exact: true }).waitFor();
    expect(await box(page, 2).isChecked()).toBe(true);
    await page.getByPlaceholder('Search posts...').fill('Post 14');
    await page.waitForURL('**/admin/posts?per=50&q=Post+14');
    await bar(page).getByText('2 selected (2 on other pages)').waitFor();
    expectQuiet(visitor);
    await visitor.close();
  });

  test('selects a range with Shift, by pointer and by keyboard', async ({ browser }) => {
    await addPosts(20);
    const visitor = await writer(browser, product);
    const { page } = visitor;
    await openPosts(page);
    await box(page, 3).click();
    await box(page, 8).click({ modifiers: ['Shift'] });
    await bar(page).getByText('6 selected').waitFor();
    await box(page, 6).focus();
    await page.keyboard.press('Shift+Space');
    await bar(page).getByText('3 selected').waitFor();
    expect(await box(page, 5).isChecked()).toBe(true);
    expect(await box(page, 7).isChecked()).toBe(false);
    await visitor.close();
  });

  test('selects all that the filter matches, acts on exactly those, and undoes it', async ({ browser }) => {
    await addPosts(145);
    const category = await createCategory(ctx, { name: 'Craft' });
    const visitor = await writer(browser, product);
    const { page } = visitor;
    await openPosts(page, '?q=Post+0');
    await page.getByLabel('Select all on this page').check();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Select all 99 posts' }).click();
    await bar(page).getByText('99 selected (79 on other pages)').waitFor();
    await bar(page).getByRole('button', { name: 'Set Category' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set Category of 99 Posts' });
    await dialog.getByLabel('Category').selectOption('Craft');
    await dialog.getByRole('button', { name: 'Set Category' }).click();
    await page.getByText('99 posts moved to "Craft".').waitFor();
    expect(await numberWhere(sql`p.category_id = ${category.id} and p.title like 'Post 0%'`)).toBe(99);
    expect(await numberWhere(sql`p.category_id = ${category.id}`)).toBe(99);
    await bar(page).waitFor({ state: 'hidden' });

    // One of them is changed meanwhile: it stays as it is.
    const { rows } = await sql<{ id: string }>`select id from blog_posts where title = 'Post 050'`.execute(
      product.database.db,
    );
    const other = await createCategory(ctx, { name: 'Other' });
    await setCategory(ctx, { ids: [rows[0]?.id], categoryId: other.id });
    await undo(page).click();
    await page
      .getByText('98 posts are as they were before. 1 post was changed since and stays as it is.')
      .waitFor();
    expect(await numberWhere(sql`p.category_id is null`)).toBe(144);
    expectQuiet(visitor);
    await visitor.close();
  });

  test('offers the first 1,000 of more than one action can change', async ({ browser }) => {
    await addPosts(1_050);
    const visitor = await writer(browser, product);
    const { page } = visitor;
    await openPosts(page, '?per=100');
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Select the first 1,000 posts' }).click();
    await bar(page).getByText('1,000 selected (900 on other pages)').waitFor();
    await bar(page).getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('1000 posts published successfully.').waitFor();
    expect(await numberWhere(sql`p.published`)).toBe(1_000);
    await visitor.close();
  });

  test('says so when the posts cannot be loaded, and keeps the selection', async ({ browser }) => {
    await addPosts(30);
    const visitor = await writer(browser, product);
    const { page } = visitor;
    await openPosts(page);
    await page.route('**/admin/posts/selectable.data*', (route) => route.abort());
    await page.getByLabel('Select all on this page').check();
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await page.getByRole('button', { name: 'Select all 30 posts' }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'Failed to load posts. Please try again.' });
      await alert.waitFor();
      await alert.getByRole('button', { name: 'Dismiss' }).click();
    }
    await bar(page).getByText('20 selected', { exact: true }).waitFor();
    await visitor.close();
  });
});

describe('actions for selected posts', () => {
  test.for([desktop, phone])(
    'tags are found, added and removed, and an author is set, at $width px',
    async (viewport, { browser }) => {
      await addPosts(5);
      for (let n = 1; n <= 12; n += 1) await createTag(ctx, { name: `Tag ${n}` });
      const visitor = await writer(browser, product, { viewport });
      const { page } = visitor;
      await openPosts(page);
      await box(page, 1).check();
      await box(page, 2).check();
      await bar(page).getByRole('button', { name: 'Tags' }).click();
      const dialog = page.getByRole('dialog', { name: 'Tags of 2 Posts' });
      await dialog.getByLabel('Tag 7').check();
      await dialog.getByLabel('Find a tag').fill('12');
      await dialog.getByLabel('Tag 3').waitFor({ state: 'detached' });
      await dialog.getByLabel('Tag 12').check();
      // A chosen one stays in sight, on top.
      expect(await dialog.getByRole('checkbox').first().isChecked()).toBe(true);
      expect(await axeViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Add Tags' }).click();
      await page.getByText('2 tags were added to 2 posts.').waitFor();
      const tagged = sql`(select count(*) from blog_post_tags t where t.post_id = p.id) = 2`;
      expect(await numberWhere(tagged)).toBe(2);

      await box(page, 1).check();
      await bar(page).getByRole('button', { name: 'Set Author' }).click();
      const author = page.getByRole('dialog', { name: 'Set Author of 1 Post' });
      expect(await author.getByRole('button', { name: 'Set Author' }).isDisabled()).toBe(true);
      await author.getByLabel('Author').selectOption({ index: 1 });
      await author.getByRole('button', { name: 'Set Author' }).click();
      await page.getByText('is now the author of 1 post.').waitFor();
      expect(await numberWhere(sql`p.author_id is not null`)).toBe(1);
      expectQuiet(visitor);
      await visitor.close();
    },
  );

  test('the bar and its count fit 320 px', async ({ browser }) => {
    await addPosts(25);
    const visitor = await writer(browser, product, { viewport: narrow });
    const { page } = visitor;
    await openPosts(page);
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Select all 25 posts' }).click();
    await bar(page).getByText('25 selected (5 on other pages)').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
    expect(await axeViolations(page)).toEqual([]);
    await visitor.close();
  });
});
