import type { Browser, BrowserContextOptions } from 'playwright-core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { createTerm } from '#domain/taxonomy/create-term.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { desktop, expectQuiet, test, visit } from './browser.ts';

const account = { email: 'editor@firm.test', password: 'correct horse' };

let product: RunningProduct;
let ctx: Awaited<ReturnType<typeof contextAs>>;

beforeAll(async () => {
  product = await startProduct();
  const { db } = product.database;
  ctx = await contextAs(db, 'editor');
  await fetch(`${product.origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: product.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, username: 'editor' }),
  });
  await sql`insert into admin_users (user_id) select id from users where email = ${account.email}`.execute(
    db,
  );
});
afterAll(() => product.stop());
beforeEach(async () => {
  const { db } = product.database;
  await sql`delete from blog_posts`.execute(db);
  await sql`delete from blog_categories`.execute(db);
  await sql`delete from blog_tags`.execute(db);
});

async function editor(browser: Browser, path: string, options: BrowserContextOptions = {}) {
  const visitor = await visit(browser, options);
  await visitor.page.request.post(`${product.origin}/api/auth/sign-in/email`, {
    headers: { origin: product.origin },
    data: account,
  });
  await visitor.page.goto(product.origin + path);
  // The screen answers to presses once its script runs.
  await visitor.page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  return visitor;
}

const addPosts = async (howMany: number, fields: Record<string, unknown> = {}) => {
  for (let n = 1; n <= howMany; n += 1) {
    await createPost(ctx, newPost({ title: `Post ${String(n).padStart(2, '0')}`, ...fields }));
  }
};
const add = (title: string, fields: Record<string, unknown> = {}) =>
  createPost(ctx, newPost({ title, ...fields }));

describe('the posts list', () => {
  test('is searched while one types, filtered, ordered and paged, and its address says all of it', async ({
    browser,
  }) => {
    const category = await createTerm(ctx, 'category', { name: 'Craft' });
    await addPosts(21);
    await add('A word apart', { categoryId: category.id, published: 'true' });
    const visitor = await editor(browser, '/admin/posts');
    const { page } = visitor;
    const rows = page.getByRole('table').getByRole('row');
    await page.getByText('22 posts', { exact: true }).waitFor();
    expect(
      await page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.textContent.trim())),
    ).toEqual(['Title', 'Category', 'Status', 'Views', 'Created', 'Updated', 'Actions']);

    await page.getByPlaceholder('Search posts...').pressSequentially('CRAFT');
    await page.getByText('1 post found').waitFor();
    expect(await rows.nth(1).textContent()).toContain('A word apart');
    expect(new URL(page.url()).search).toBe('?q=CRAFT');
    await page.getByPlaceholder('Search posts...').fill('nothing like it');
    await page.getByText('No posts found').waitFor();
    expect(await page.getByText('Try adjusting your search criteria.').isVisible()).toBe(true);
    await page.getByPlaceholder('Search posts...').fill('');
    await page.getByText('22 posts', { exact: true }).waitFor();
    await page.route('**/admin/posts.data*', (route) => route.abort());
    await page.getByPlaceholder('Search posts...').fill('lost');
    await page.getByText('Failed to load posts. Please try again.').waitFor();
    expect(await page.getByPlaceholder('Search posts...').inputValue()).toBe('lost');
    expect(await rows.count()).toBe(21);
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
    await page.unroute('**/admin/posts.data*');
    await page.getByPlaceholder('Search posts...').fill('');
    await page.getByText('22 posts', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Title' }).click();
    await page.waitForURL('**?sort=title');
    await page.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**?sort=title&page=2');
    await page.getByText('Page 2 of 2').waitFor();
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByText('Page 1 of 2').waitFor();

    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Status').selectOption('Published');
    await page.getByText('1 post found').waitFor();
    await page.getByLabel('Category').selectOption('Craft');
    await page.waitForURL(/status=published&category=craft/);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Remove filter Status: Published' }).click();
    await page.getByRole('link', { name: 'Remove filter Category: Craft' }).click();
    await page.getByText('22 posts', { exact: true }).waitFor();
    await page.goBack();
    await page.getByText('1 post found').waitFor({ state: 'hidden' });
    expectQuiet(visitor);
    await visitor.close();
  });

  test('a link pressed right after the last character of a search is followed', async ({ browser }) => {
    await add('Aardvark');
    await add('Zebra');
    const visitor = await editor(browser, '/admin/posts');
    const { page } = visitor;
    const search = page.getByPlaceholder('Search posts...');
    // Slower than the pause before the search.
    await page.route('**/admin/**/*.data*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    const pressAfterTyping = (name: string) =>
      page.getByRole('link', { name, exact: true }).evaluate((link: HTMLAnchorElement) => {
        const input = document.querySelector<HTMLInputElement>('input[type="search"]');
        input?.focus();
        document.execCommand('insertText', false, 'e');
        link.click();
      });

    await pressAfterTyping('Title');
    await page.waitForURL('**?sort=title&q=e');
    await page.getByText('1 post found').waitFor();

    await search.fill('');
    await page.getByText('2 posts', { exact: true }).waitFor();
    await pressAfterTyping('Zebra');
    await page.waitForURL('**/admin/posts/edit/*');
    await page.getByRole('heading', { level: 1, name: 'Edit Post' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expectQuiet(visitor);
    await visitor.close();
  });

  test('a row publishes, unpublishes, is copied, and is deleted only after Delete', async ({ browser }) => {
    await add('Hello');
    const visitor = await editor(browser, '/admin/posts');
    const { page } = visitor;
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Hello', exact: true }) });

    await row.getByRole('button', { name: 'Draft' }).click();
    await page.getByText('Post published successfully.').waitFor();
    await row.getByRole('button', { name: 'Published' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Hello' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Edit',
      'View Live',
      'Unpublish',
      'Duplicate',
      'Delete',
    ]);
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByText('Post unpublished successfully.').waitFor();

    await page.getByRole('button', { name: 'Actions for Hello' }).click();
    await page.getByRole('menuitem', { name: 'Preview' }).waitFor();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText('"Hello (copy)" has been saved as a draft.').waitFor();

    for (const answer of ['Cancel', 'Delete'] as const) {
      await page.getByRole('button', { name: 'Actions for Hello (copy)' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByText('Are you sure you want to delete "Hello (copy)"? This action cannot be undone.')
        .waitFor();
      await dialog.getByRole('button', { name: answer }).click();
      await dialog.waitFor({ state: 'hidden' });
      await expect
        .poll(() => page.getByRole('link', { name: 'Hello (copy)' }).count())
        .toBe(answer === 'Cancel' ? 1 : 0);
    }
    await page.getByText('"Hello (copy)" has been deleted successfully.').waitFor();
    expectQuiet(visitor);
    await visitor.close();
  });

  test('a double click does a thing once, and nothing to what lay behind it', async ({ browser }) => {
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await add(title);
    const visitor = await editor(browser, '/admin/posts');
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const published = async () =>
      (
        await product.database.db
          .selectFrom('blog_posts')
          .select('title')
          .where('published', '=', true)
          .execute()
      ).map(({ title }) => title);
    const choose = async (title: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).dblclick({ delay: 20 });
      await page.getByRole('menuitem', { name: action }).dblclick({ delay: 20 });
    };

    await choose('Six', 'Duplicate');
    await page.getByText('"Six (copy)" has been saved as a draft.').waitFor();
    await choose('Five', 'Publish');
    await page.getByText('Post published successfully.').waitFor();
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'Four' }) })
      .getByRole('button', { name: 'Draft' })
      .dblclick({ delay: 60 });
    await page.getByRole('button', { name: 'Published' }).nth(1).waitFor();
    for (const answer of ['Cancel', 'Delete']) {
      await choose('Three', 'Delete');
      await dialog.getByRole('button', { name: answer }).dblclick({ delay: 60 });
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByText('"Three" has been deleted successfully.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/posts');
    expect((await published()).toSorted()).toEqual(['Five', 'Four']);
    await page.getByText('6 posts', { exact: true }).waitFor();
    expect(await page.getByText(/^Failed to/).count()).toBe(0);
    expectQuiet(visitor);
    await visitor.close();
  });

  test('a copy whose answer was lost is made once', async ({ browser }) => {
    await add('Hello');
    const { page, close } = await editor(browser, '/admin/posts');
    const duplicate = async () => {
      await page.getByRole('button', { name: 'Actions for Hello', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    };
    await page.route(
      '**/admin/posts.data*',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await duplicate();
    await page.getByText('Failed to duplicate post. Please try again.').waitFor();
    await duplicate();
    await page.getByText('"Hello (copy)" has been saved as a draft.').waitFor();
    await page.getByText('2 posts', { exact: true }).waitFor();
    await close();
  });

  test('a row whose post is gone says so and goes', async ({ browser }) => {
    await add('Hello');
    const visitor = await editor(browser, '/admin/posts');
    await sql`delete from blog_posts`.execute(product.database.db);
    await visitor.page.getByRole('button', { name: 'Draft' }).click();
    await visitor.page.getByText('Failed to update post. Please try again.').waitFor();
    await visitor.page.getByText('No posts yet').waitFor();
    expect(await visitor.page.getByRole('link', { name: 'Create First Post' }).isVisible()).toBe(true);
    expectQuiet(visitor);
    await visitor.close();
  });

  test('a draft with a date ahead is published only after an answer', async ({ browser }) => {
    await add('Later', { publishDay: '2999-01-01', publishTime: '09:30' });
    const visitor = await editor(browser, '/admin/posts');
    const { page } = visitor;
    const dialog = page.getByRole('dialog', { name: 'Publish Post' });
    await page.getByRole('button', { name: 'Draft' }).click();
    await dialog.getByText(/January 1, 2999 at 9:30 AM \(UTC\)/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('button', { name: 'Draft' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Draft' }).click();
    await dialog.getByRole('button', { name: 'Keep the Date' }).click();
    await page.getByText('Scheduled', { exact: true }).waitFor();
    await page
      .getByText('Post published successfully. It will be public on January 1, 2999 at 9:30 AM (UTC).')
      .waitFor();
    await page.getByRole('button', { name: 'Actions for Later' }).click();
    await page.getByRole('menuitem', { name: 'Preview' }).waitFor();
    await visitor.close();
  });

  test('of more categories than a list holds, each can be chosen', async ({ browser }) => {
    await sql`insert into blog_categories (name, slug) select 'Category ' || n, 'category-' || n
      from generate_series(1000, 1501) n`.execute(product.database.db);
    await add('Anywhere');
    const visitor = await editor(browser, '/admin/posts');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Find Category').fill('gory 1501');
    await page.getByRole('option', { name: 'Category 1501' }).waitFor({ state: 'attached' });
    await page.getByLabel('Category', { exact: true }).selectOption('Category 1501');
    await page.getByText('No posts found').waitFor();
    expect(await page.getByLabel('Category', { exact: true }).inputValue()).toBe('category-1501');
    expectQuiet(visitor);
    await visitor.close();
  });

  test('several posts at once', async ({ browser }) => {
    const category = await createTerm(ctx, 'category', { name: 'Craft' });
    await addPosts(3);
    const visitor = await editor(browser, '/admin/posts');
    const { page } = visitor;
    const bar = page.getByRole('toolbar', { name: 'Selected posts' });
    await page.getByLabel('Select all on this page').check();
    await bar.getByText('3 selected').waitFor();
    await page.setViewportSize({ width: 320, height: 600 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize(desktop);
    await page.getByLabel('Select Post 01').uncheck();
    await bar.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('2 posts published successfully.').waitFor();
    await bar.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Published' }).nth(1).waitFor();

    await page.getByLabel('Select all on this page').check();
    await bar.getByRole('button', { name: 'Set Category' }).click();
    await page.getByRole('option', { name: 'Craft' }).waitFor({ state: 'attached' });
    await page.getByRole('dialog').getByLabel('Category').selectOption(category.id);
    await page.getByRole('dialog').getByRole('button', { name: 'Set Category' }).click();
    await page.getByText('3 posts moved to "Craft".').waitFor();

    await page.getByLabel('Select all on this page').check();
    await sql`delete from blog_posts where title = 'Post 02'`.execute(product.database.db);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing was changed, because one of the 3 posts no longer exists.').waitFor();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 posts have been deleted successfully.').waitFor();
    await page.getByText('No posts yet').waitFor();
    expectQuiet(visitor);
    await visitor.close();
  });

  test('with keys alone: to the search, into a row’s menu, through a dialog and back; after a row is gone, at the next', async ({
    browser,
  }) => {
    for (const title of ['Last', 'Next', 'Hello']) await add(title);
    const visitor = await editor(browser, '/admin/posts');
    const { page } = visitor;
    await page.getByPlaceholder('Search posts...').focus();
    await page.keyboard.type('hel');
    await page.getByText('1 post found').waitFor();
    await page.getByRole('button', { name: 'Actions for Hello' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await page.keyboard.press('End');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Delete');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Actions for Hello',
    );
    await page.getByLabel('Select Hello').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Clear selection' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('toolbar').waitFor({ state: 'hidden' });

    await page.getByPlaceholder('Search posts...').fill('');
    await page.getByText('3 posts', { exact: true }).waitFor();
    for (const [title, focused] of [
      ['Hello', 'Actions for Next'],
      ['Last', 'Actions for Next'],
      ['Next', null],
    ] as const) {
      await page.getByRole('button', { name: `Actions for ${title}` }).focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: title, exact: true }).waitFor({ state: 'detached' });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe(focused);
    }
    await visitor.close();
  });
});

describe.for([
  { kind: 'category', path: '/admin/categories', many: 'categories', Kind: 'Category', Kinds: 'Categories' },
  { kind: 'tag', path: '/admin/tags', many: 'tags', Kind: 'Tag', Kinds: 'Tags' },
] as const)('the screen of $many', ({ kind, path, many, Kind, Kinds }) => {
  test('makes, changes, merges and deletes', async ({ browser }) => {
    const visitor = await editor(browser, path);
    const { page } = visitor;
    await page.getByText(`No ${many} found.`).waitFor();
    for (const name of ['Engineering', 'Practice']) {
      await page.getByRole('button', { name: `New ${Kind}` }).click();
      const dialog = page.getByRole('dialog', { name: `Create New ${Kind}` });
      expect(await dialog.getByLabel('Slug').getAttribute('placeholder')).toMatch(/auto-generated if empty/i);
      expect(await dialog.getByLabel('Description').count()).toBe(kind === 'category' ? 1 : 0);
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByText(`${Kind} created successfully.`).first().waitFor();
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.getByText(`2 ${many} total`).waitFor();

    await page.getByRole('button', { name: 'Edit Practice' }).click();
    const edit = page.getByRole('dialog', { name: `Edit ${Kind}` });
    expect(await edit.getByLabel('Slug').inputValue()).toBe('practice');
    await edit.getByLabel('Slug').fill('Engineering');
    await edit.getByRole('button', { name: 'Update' }).click();
    await page.getByText(`${Kind} updated successfully.`).waitFor();
    await page.getByRole('cell', { name: 'engineering-2' }).waitFor();

    await page.getByRole('button', { name: 'Merge Practice' }).click();
    const merge = page.getByRole('dialog', { name: `Merge ${Kind}` });
    await page.route('**/admin/merge-targets*', (route) => route.abort('connectionreset'));
    await merge.getByLabel('Merge into').fill('prac');
    await merge.getByText(`Failed to load ${many}.`).waitFor();
    await page.unroute('**/admin/merge-targets*');
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('ERR_CONNECTION_RESET')]);
    await merge.getByLabel('Merge into').fill('engin');
    await merge.getByRole('radio', { name: /Engineering/ }).check();
    await merge.getByRole('button', { name: 'Merge' }).click();
    await page.getByText('"Practice" was merged into "Engineering".').waitFor();
    await page.getByText(/^1 (category|tag) total$/).waitFor();

    const { rows } = await sql<{ id: string }>`select id from ${sql.table(
      kind === 'category' ? 'blog_categories' : 'blog_tags',
    )}`.execute(product.database.db);
    const id = rows[0]?.id ?? '';
    await add('A post', kind === 'category' ? { categoryId: id } : { tagIds: [id] });
    await page.reload();
    for (const answer of ['Cancel', 'Delete'] as const) {
      await page.getByRole('button', { name: 'Delete Engineering' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Are you sure you want to delete "Engineering"?').waitFor();
      expect(await dialog.getByText('1 post will').isVisible()).toBe(true);
      await dialog.getByRole('button', { name: answer }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    await page.getByText(`${Kind} deleted successfully.`).waitFor();
    await page.getByText(`No ${many} found.`).waitFor();
    expectQuiet(visitor);
    await visitor.close();
  });

  test('keeps what was typed when the name is refused, and when the session has ended', async ({
    browser,
  }) => {
    const visitor = await editor(browser, path);
    const { page } = visitor;
    await page.getByRole('button', { name: `New ${Kind}` }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('   ');
    await page.getByRole('dialog').getByLabel('Slug').fill('kept');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Please enter a name.').first().waitFor();
    expect(await page.getByRole('dialog').getByLabel('Slug').inputValue()).toBe('kept');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(Kinds);

    await sql`delete from sessions`.execute(product.database.db);
    await page.getByRole('dialog').getByLabel('Name').fill('Kept');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByText('Your session has ended. Please sign in again.')
      .first()
      .waitFor();
    expect(await page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('Kept');
    await visitor.close();
  });
});

test('the list screens have no finding of axe; a first load that fails is a toast', async ({ browser }) => {
  await createTerm(ctx, 'category', { name: 'Craft' });
  await createTerm(ctx, 'tag', { name: 'Rust' });
  await add('Ahead', { published: 'true', publishDay: '2999-01-01' });
  const visitor = await editor(browser, '/admin/posts');
  const { page } = visitor;
  for (const path of [
    '/admin',
    '/admin/posts',
    '/admin/posts?q=none',
    '/admin/categories',
    '/admin/tags',
    '/admin/pages',
    '/admin/media',
    '/admin/analytics',
  ]) {
    await page.goto(product.origin + path);
    expect(await axeViolations(page), path).toEqual([]);
  }
  const { db } = product.database;
  await sql`alter table blog_tags rename to away`.execute(db);
  await page.goto(`${product.origin}/admin/tags`);
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await toast.getByText('Failed to load tags.').waitFor();
  expect(await toast.getByText('Error', { exact: true }).count()).toBe(1);
  expect(await page.getByRole('heading', { name: 'Tags', level: 1 }).count()).toBe(1);
  await sql`alter table away rename to blog_tags`.execute(db);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 tag total').waitFor();
  await visitor.close();
});
