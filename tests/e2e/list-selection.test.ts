import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { setCategory } from '#domain/posts/set-category.ts';
import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { contextAs } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { expectQuiet, narrow, test } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import { storePost, writer } from './writing-page.ts';

let product: RunningProduct;
let ctx: Awaited<ReturnType<typeof contextAs>>;

beforeAll(async () => {
  product = await startProduct(writerSettings);
  ctx = await contextAs(product.database.db, 'editor');
});
afterAll(() => product.stop());
beforeEach(async () => {
  await sql`delete from blog_posts`.execute(product.database.db);
});

/** Drafts `Post 001`, `Post 002` …, the first one on top of the list. */
const addPosts = (count: number) =>
  sql`insert into blog_posts (title, slug, created_at)
    select 'Post ' || lpad(n::text, 3, '0'), 'post-' || n, now() - n * interval '1 minute'
    from generate_series(1, ${sql.lit(count)}) n`.execute(product.database.db);

async function numberWhere(condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from blog_posts p where ${condition}`.execute(product.database.db);
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

test('selected posts stay selected across pages, page sizes and searches; Shift selects a range', async ({
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

  await box(page, 30).click({ modifiers: ['Shift'] });
  await bar(page).getByText('7 selected').waitFor();
  await box(page, 28).focus();
  await page.keyboard.press('Shift+Space');
  await bar(page).getByText('4 selected').waitFor();
  expect(await box(page, 27).isChecked()).toBe(true);

  await page.getByPlaceholder('Search posts...').fill('Post 14');
  await page.waitForURL('**/admin/posts?per=50&q=Post+14');
  await bar(page).getByText('4 selected (4 on other pages)').waitFor();
  expectQuiet(visitor);
  await visitor.close();
});

test('all that the filter matches are selected, changed, and set back but for what was changed since', async ({
  browser,
}) => {
  await addPosts(145);
  const category = await createCategory(ctx, { name: 'Craft' });
  const visitor = await writer(browser, product);
  const { page } = visitor;
  await openPosts(page);
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Select all 145 posts' }).click();
  await bar(page).getByText('145 selected (125 on other pages)').waitFor();
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();

  await openPosts(page, '?q=Post+0');
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Select all 99 posts' }).click();
  await bar(page).getByText('99 selected (79 on other pages)').waitFor();
  // Where the bar covers no row.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await axeViolations(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Set Category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set Category of 99 Posts' });
  await dialog.getByLabel('Category').selectOption('Craft');
  await dialog.getByRole('button', { name: 'Set Category' }).click();
  await page.getByText('99 posts moved to "Craft".').waitFor();
  expect(await numberWhere(sql`p.category_id = ${category.id} and p.title like 'Post 0%'`)).toBe(99);
  expect(await numberWhere(sql`p.category_id = ${category.id}`)).toBe(99);
  await bar(page).waitFor({ state: 'hidden' });

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

test('of more than one action can change the first 1,000 are offered', async ({ browser }) => {
  await addPosts(1_050);
  const visitor = await writer(browser, product);
  const { page } = visitor;
  await openPosts(page, '?per=100');
  await page.getByLabel('Select all on this page').check();
  await page.route('**/admin/posts/selectable?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Select the first 1,000 posts' }).click();
  await page.getByText('Failed to load posts. Please try again.').waitFor();
  await bar(page).getByText('100 selected', { exact: true }).waitFor();
  await page.unroute('**/admin/posts/selectable?*');
  await page.getByRole('button', { name: 'Select the first 1,000 posts' }).click();
  await bar(page).getByText('1,000 selected (900 on other pages)').waitFor();
  await bar(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('1000 posts published successfully.').waitFor();
  expect(await numberWhere(sql`p.published`)).toBe(1_000);
  await visitor.close();
});

test('tags are found, added and removed, and an author is set, on a phone', async ({ browser }) => {
  await addPosts(5);
  for (let n = 1; n <= 12; n += 1) await createTag(ctx, { name: `Tag ${n}` });
  const visitor = await writer(browser, product, { viewport: narrow });
  const { page } = visitor;
  await openPosts(page);
  await box(page, 1).check();
  await box(page, 2).check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
  const tagged = (count: number) =>
    numberWhere(sql`(select count(*) from blog_post_tags t where t.post_id = p.id) = ${count}`);
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
  expect(await tagged(2)).toBe(2);

  await box(page, 1).check();
  await bar(page).getByRole('button', { name: 'Tags' }).click();
  await page.getByLabel('Tag 7').check();
  await page.getByRole('button', { name: 'Remove Tags' }).click();
  await page.getByText('The tag "Tag 7" was removed from 1 post.').waitFor();
  expect(await tagged(1)).toBe(1);

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
});

test('Undo brings an unpublished post back, by keyboard, also after the screen was left', async ({
  browser,
}) => {
  await storePost(product, { title: 'Undone', isPublic: true });
  const visitor = await writer(browser, product);
  const { page } = visitor;
  await openPosts(page);
  await page.getByRole('button', { name: 'Published' }).click();
  await page.getByText('Post unpublished successfully.').waitFor();
  expect(await numberWhere(sql`p.published`)).toBe(0);
  await page.getByRole('link', { name: 'Categories' }).click();
  await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor();
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  await page.getByText('1 post is as it was before.').waitFor();
  expect(await numberWhere(sql`p.published and p.published_at is not null`)).toBe(1);
  expectQuiet(visitor);
  await visitor.close();
});
