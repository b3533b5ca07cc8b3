import { buffer } from 'node:stream/consumers';

import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { ZipFile } from 'yazl';

import { createTerm } from '#domain/taxonomy/create-term.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { onePixel } from '#tests/image-files.ts';
import { useProduct } from '#tests/product.ts';
import { axeViolations, expectSound } from './accessibility.ts';
import { focused, long, narrow, phone, test } from './browser.ts';
import { visitAsWriter, writerSettings } from './editor-page.ts';
import {
  bodyOf,
  button,
  postTitled,
  savesItself,
  titleOf,
  typeBody,
  untilScriptRuns,
} from './writing-page.ts';

const product = useProduct(writerSettings);
let ctx: Awaited<ReturnType<typeof contextAs>>;

beforeAll(async () => {
  ctx = await contextAs(product.database.db, 'editor');
});
beforeEach(async () => {
  const { db } = product.database;
  await sql`delete from blog_posts`.execute(db);
  await sql`delete from blog_categories`.execute(db);
  await sql`delete from blog_tags`.execute(db);
});

const add = (title: string, fields: Record<string, unknown> = {}) => addPost(ctx, { title, ...fields });

describe('the posts list', () => {
  test('is searched while one types, says when that fails, is filtered, and its address says all of it', async () => {
    const category = await createTerm(ctx, 'category', { name: 'Craft' });
    await addDrafts(2);
    await add('A word apart', { categoryId: category.id, published: 'true' });
    const { page } = await visitAsWriter(product, { path: '/admin/posts' });
    const search = page.getByPlaceholder('Search posts...');
    const all = page.getByText('3 posts', { exact: true });
    await search.pressSequentially('CRAFT');
    await page.getByText('1 post found').waitFor();
    await page.getByRole('link', { name: 'A word apart' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?q=CRAFT');
    await search.fill('nothing like it');
    await page.getByText('No posts found').waitFor();
    expect(await page.getByText('Try adjusting your search criteria.').isVisible()).toBe(true);
    await search.fill('');
    await all.waitFor();
    await page.route('**/admin/posts.data*', (route) => route.abort());
    await search.fill('lost');
    await page.getByText('Failed to load posts. Please try again.').waitFor();
    expect(await search.inputValue()).toBe('lost');
    expect(await page.locator('tbody tr').count()).toBe(3);
    await page.unroute('**/admin/posts.data*');
    await search.fill('');
    await all.waitFor();

    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Status').selectOption('Published');
    await page.getByText('1 post found').waitFor();
    await page.getByLabel('Category').selectOption('Craft');
    await page.waitForURL(/status=published&category=craft/);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Remove filter Status: Published' }).click();
    await page.getByRole('link', { name: 'Remove filter Category: Craft' }).click();
    await all.waitFor();
    await page.goBack();
    await all.waitFor({ state: 'hidden' });
  });

  long('a link pressed right after the last character of a search is followed', async () => {
    await add('Aardvark');
    await add('Zebra');
    const { page } = await visitAsWriter(product, { path: '/admin/posts' });
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
  });

  test('a row publishes, unpublishes, is copied, and is deleted only after Delete: once, however often it is pressed', async () => {
    await add('Later', { publishedAt: '2999-01-01T09:30' });
    await add('Hello');
    const { page } = await visitAsWriter(product, { path: '/admin/posts' });
    const rowOf = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
    const choose = async (title: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).dblclick({ delay: 20 });
      await page.getByRole('menuitem', { name: action }).dblclick({ delay: 20 });
    };
    const row = rowOf('Hello');

    await row.getByRole('button', { name: 'Draft' }).dblclick({ delay: 60 });
    await page.getByText('Post published successfully.').waitFor();
    await row.getByRole('button', { name: 'Published' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Hello' }).click();
    await page.getByRole('menuitem').first().waitFor();
    const entries = await page.getByRole('menuitem').allTextContents();
    expect(entries.join()).toBe('Edit,View Live,Unpublish,Duplicate,Delete');
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByText('Post unpublished successfully.').waitFor();

    await page.getByRole('button', { name: 'Actions for Hello' }).click();
    await page.getByRole('menuitem', { name: 'Preview' }).waitFor();
    await page.keyboard.press('Escape');
    await choose('Hello', 'Duplicate');
    await page.getByText('"Hello (copy)" has been saved as a draft.').waitFor();
    // The rows below move when the copy comes.
    await page.getByText('3 posts', { exact: true }).waitFor();

    for (const answer of ['Cancel', 'Delete'] as const) {
      await choose('Hello (copy)', 'Delete');
      const dialog = page.getByRole('dialog');
      await dialog
        .getByText('Are you sure you want to delete "Hello (copy)"? This action cannot be undone.')
        .waitFor();
      await dialog.getByRole('button', { name: answer }).dblclick({ delay: 60 });
      await dialog.waitFor({ state: 'hidden' });
      await expect
        .poll(() => page.getByRole('link', { name: 'Hello (copy)' }).count())
        .toBe(answer === 'Cancel' ? 1 : 0);
    }
    await page.getByText('"Hello (copy)" has been deleted successfully.').waitFor();

    // A draft with a date ahead is published only after an answer.
    const dialog = page.getByRole('dialog', { name: 'Publish Post' });
    const later = rowOf('Later');
    for (const answer of ['Cancel', 'Keep the Date']) {
      await later.getByRole('button', { name: 'Draft' }).click();
      await dialog.getByText(/January 1, 2999 at 9:30 AM \(UTC\)/).waitFor();
      await dialog.getByRole('button', { name: answer }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await later.getByText('Scheduled', { exact: true }).waitFor();
    await page
      .getByText('Post published successfully. It will be public on January 1, 2999 at 9:30 AM (UTC).')
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/posts');
    expect(await numberWhere(sql`true`)).toBe(2);
    expect(await page.getByText(/^Failed to/).count()).toBe(0);
  });

  test('with keys alone: to the search, into a row’s menu, through a dialog and back; after a row is gone, at the next', async () => {
    for (const title of ['Next', 'Hello']) await add(title);
    const { page } = await visitAsWriter(product, { path: '/admin/posts' });
    await page.getByPlaceholder('Search posts...').focus();
    await page.keyboard.type('hel');
    await page.getByText('1 post found').waitFor();
    await page.getByRole('button', { name: 'Actions for Hello' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await page.keyboard.press('End');
    await page.locator(':focus', { hasText: /^Delete$/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator(':focus', { hasText: 'Cancel' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Actions for Hello');
    await page.getByPlaceholder('Search posts...').fill('');
    await page.getByRole('link', { name: 'Next', exact: true }).waitFor();
    for (const [title, next] of [
      ['Hello', 'Actions for Next'],
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
      await expect.poll(() => focused(page)).toBe(next);
    }
  });
});

long('a row that its button removes gives the focus to the next one, the last to the heading', async () => {
  const { db } = product.database;
  await sql`insert into missing_pages (path, visits) values ('/a', 3), ('/b', 2)`.execute(db);
  const { page } = await visitAsWriter(product, { path: '/admin/redirects/missing' });
  for (const [path, next] of [
    ['/a', 'Dismiss /b'],
    ['/b', null],
  ] as const) {
    await page.getByRole('button', { name: `Dismiss ${path}` }).press('Enter');
    await page.getByRole('button', { name: `Dismiss ${path}` }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(next);
  }
  await page.locator('h1:focus').waitFor();

  await addDrafts(21);
  await page.goto('/admin/posts');
  await untilScriptRuns(page);
  await page.getByRole('link', { name: 'Next' }).press('Enter');
  await page.getByText('Page 2 of 2').waitFor();
  await page.locator('h1:focus').waitFor();
  await page.goto('/admin/posts?status=draft');
  await untilScriptRuns(page);
  await page.getByRole('link', { name: 'Remove filter' }).press('Enter');
  await page.locator('h1:focus').waitFor();
});

test('categories are made, changed, merged and deleted', async () => {
  const { id } = await createTerm(ctx, 'category', { name: 'Engineering' });
  await add('A post', { categoryId: id });
  const { page } = await visitAsWriter(product, { path: '/admin/categories' });
  await page.getByRole('button', { name: 'New Category' }).click();
  const create = page.getByRole('dialog', { name: 'Create New Category' });
  await create.getByLabel('Name').fill('Practice');
  await create.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Category created successfully.').waitFor();
  await page.getByText('2 categories total').waitFor();
  await page.getByRole('button', { name: 'Edit Practice' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Category' });
  expect(await edit.getByLabel('Slug').inputValue()).toBe('practice');
  await edit.getByLabel('Slug').fill('Engineering');
  await edit.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Category updated successfully.').waitFor();
  await page.getByRole('cell', { name: 'engineering-2' }).waitFor();

  await page.getByRole('button', { name: 'Merge Practice' }).click();
  const merge = page.getByRole('dialog', { name: 'Merge Category' });
  await page.route('**/admin/merge-targets*', (route) => route.abort('connectionreset'));
  await merge.getByLabel('Merge into').fill('prac');
  await merge.getByText('Failed to load categories.').waitFor();
  await page.unroute('**/admin/merge-targets*');
  await merge.getByLabel('Merge into').fill('engin');
  await merge.getByRole('radio', { name: /Engineering/ }).check();
  await merge.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('"Practice" was merged into "Engineering".').waitFor();
  await page.getByText('1 category total').waitFor();

  await page.getByRole('button', { name: 'Delete Engineering' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Are you sure you want to delete "Engineering"?').waitFor();
  expect(await dialog.getByText('1 post will').isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Category deleted successfully.').waitFor();
  await page.getByText('No categories found.').waitFor();
});

long('an author is made with a portrait and links', async () => {
  const name = '11111111111111111111.png';
  await sql`insert into images (folder, name, state, width, height, bytes, original_name)
    values ('featured-images', ${name}, 'stored', 9, 9, 9, 'ann.png')`.execute(product.database.db);
  const { page } = await visitAsWriter(product, { path: '/admin/authors' });
  await page.route(`**/${name}*`, (route) =>
    route.fulfill({ body: Buffer.from(onePixel), contentType: 'image/png' }),
  );
  await page.getByRole('link', { name: 'New Author' }).click();
  await page.getByLabel('Name').fill('Ann Lee');
  await page.getByLabel('Role').fill('Engineer');
  await page.getByRole('button', { name: 'Choose an image' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /ann\.png/ })
    .click();
  await page.getByRole('button', { name: 'Insert image' }).click();
  await page.getByRole('button', { name: 'Add link' }).click();
  await page.getByLabel('Label').fill('Code');
  await page.getByLabel('Address').fill('mailto:ann@firm.test');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Address must be a whole address').first().waitFor();
  await page.getByLabel('Address').fill('https://code.example/ann');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Author created successfully.').waitFor();
  await page.getByRole('cell', { name: 'Engineer' }).waitFor();
});

test('a first load that fails is a toast, with a way to try again', async () => {
  const { page, complaints } = await visitAsWriter(product, { path: '/admin' });
  const { db } = product.database;
  await sql`alter table blog_tags rename to away`.execute(db);
  try {
    await page.goto('/admin/posts/new');
    const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
    await toast.getByText('Failed to load data.', { exact: true }).waitFor();
    expect(await toast.getByText('Error', { exact: true }).count()).toBe(1);
    expect(await page.getByRole('heading', { name: 'Create New Post', level: 1 }).count()).toBe(1);
  } finally {
    await sql`alter table away rename to blog_tags`.execute(db);
  }
  expect(complaints.splice(0)).toEqual([expect.stringContaining('a status of 500')]);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await again.waitFor({ state: 'detached' });
});

/** Drafts `Post 001`, `Post 002` …, the first one on top of the list. */
const addDrafts = (count: number) =>
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

long('selected posts are published and deleted together, all or none, on a phone', async () => {
  await addDrafts(25);
  const { page } = await visitAsWriter(product, { path: '/admin/posts', viewport: narrow });
  await box(page, 1).check();
  await box(page, 2).check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
  await bar(page).getByText('2 selected', { exact: true }).waitFor();
  await bar(page).getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('2 posts published successfully.').waitFor();
  expect(await numberWhere(sql`p.published`)).toBe(2);

  await page.getByLabel('Select all on this page').check();
  await bar(page).getByText('20 selected', { exact: true }).waitFor();
  await sql`delete from blog_posts where title = 'Post 002'`.execute(product.database.db);
  const remove = async () => {
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await page.getByText('Nothing was changed, because one of the 20 posts no longer exists.').waitFor();
  // A deleted row is no longer selected.
  await bar(page).getByText('19 selected').waitFor();
  await remove();
  await page.getByText('19 posts have been deleted successfully.').waitFor();
  expect(await numberWhere(sql`true`)).toBe(5);
});

long('a case study keeps its facts through an autosave, a reload, publishing and an edit', async () => {
  const { page } = await visitAsWriter(product, { path: '/admin/work' });
  const fact = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('link', { name: 'New Case Study' }).click();
  await titleOf(page).fill('Fresh by noon');
  await typeBody(page, 'How it went.');
  const facts = {
    Services: 'Data\nMobile apps',
    Year: '2026',
    Result: '38 %',
    Label: 'fewer returns',
    'Result 3': '2 days',
    'Label 3': 'to close a month',
  };
  for (const [name, words] of Object.entries(facts)) await fact(name).fill(words);
  await savesItself(page);
  await page.waitForURL('**?draft=*');
  await page.reload();
  const kept = { ...facts, 'Result 2': '2 days', 'Label 2': 'to close a month' };
  for (const [name, words] of Object.entries({ ...kept, 'Result 3': '', 'Label 3': '' }))
    await expect.poll(() => fact(name).inputValue(), { message: name }).toBe(words);

  await button(page, 'Publish').click();
  await page.getByText('Please enter the client.').first().waitFor();
  await fact('Client').fill('Harbor Foods');
  await button(page, 'Publish').click();
  await page.waitForURL('**/admin/work');
  await page.getByRole('link', { name: 'Fresh by noon' }).click();
  await bodyOf(page).waitFor();
  await fact('Year').fill('2025');
  await page.keyboard.press('Control+s');
  await page.getByText('Case study updated successfully.').waitFor();
  expect(await postTitled(product, 'Fresh by noon')).toMatchObject({
    kind: 'case_study',
    facts: {
      client: 'Harbor Foods',
      services: ['Data', 'Mobile apps'],
      year: 2025,
      results: [
        { figure: '38 %', label: 'fewer returns' },
        { figure: '2 days', label: 'to close a month' },
      ],
    },
  });
});

long('case studies are put in order by keys and with the pointer, and by date again', async () => {
  const { db } = product.database;
  for (const title of ['Three', 'Two', 'One'])
    await addPost(ctx, { kind: 'case_study', title, client: `${title} Inc.` });
  const { page } = await visitAsWriter(product, { viewport: phone });
  const stored = async () => {
    const rows = await db.selectFrom('blog_posts').select('title').orderBy('position').execute();
    return rows.map(({ title }) => title);
  };
  const expectOrder = async (titles: string[]) => {
    await expect.poll(() => page.locator('tbody a').allTextContents()).toEqual(titles);
    await expect.poll(stored).toEqual(titles);
  };
  await page.goto('/admin/work');
  await button(page, 'Move One down').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('tbody a').allTextContents()).toEqual(['Two', 'One', 'Three']);
  await page.keyboard.press('Enter');
  await expectOrder(['Two', 'Three', 'One']);
  await page.getByText('Order saved.').first().waitFor();
  expect(await focused(page)).toBe('Move One up');

  await page
    .getByRole('row', { name: 'One' })
    .getByTitle('Drag to another place')
    .dragTo(page.getByRole('row', { name: 'Two' }));
  await expectOrder(['One', 'Two', 'Three']);
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Order by date').click();
  await button(page, 'Order by date').waitFor({ state: 'detached' });
});

test.for([
  ['/admin/work', 'case_study', 'Case Study', '/work/harbor'],
  ['/admin/site', 'page', 'Page', '/harbor'],
] as const)('a row of %s has the menu of the posts list', async ([path, kind, name, address]) => {
  await addPost(ctx, { kind, title: 'Harbor', client: 'Harbor Foods' });
  const { page } = await visitAsWriter(product, { path });
  const open = async (title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
  };
  await open('Harbor');
  expect((await page.getByRole('menuitem').allTextContents()).join()).toBe(
    'Edit,Preview,Publish,Duplicate,Delete',
  );
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await page.getByText(`${name} published successfully.`).waitFor();
  await open('Harbor');
  expect(await page.getByRole('menuitem', { name: 'View Live' }).getAttribute('href')).toBe(address);
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByText('"Harbor (copy)" has been saved as a draft.').waitFor();
  await open('Harbor (copy)');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${name}` });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('"Harbor (copy)" has been deleted successfully.').waitFor();
  expect(await numberWhere(sql`p.kind = ${kind} and p.published`)).toBe(1);
});

long('the words of an own export come in as the importer chooses, and Undo takes them back', async () => {
  const zip = new ZipFile();
  const words = { format: 'site-words-1', documents: { general: { name: 'Other firm' } } };
  const rule = '- { source: /shop, status: 301, target: "https://other.test/shop" }';
  const files = { 'site.json': JSON.stringify(words), 'images.yaml': '[]', 'redirects.yaml': rule };
  const text = '---\ntitle: Own\nslug: own\n---\nWords.\n';
  for (const [path, content] of Object.entries({ ...files, 'posts/own.md': text }))
    zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const { page } = await visitAsWriter(product, { path: '/admin/posts/import' });
  const file = { name: 'own.zip', mimeType: 'application/zip', buffer: await buffer(zip.outputStream) };
  await page.getByLabel('Export file').setInputFiles(file);
  const beside = page.getByRole('list', { name: 'Beside the texts' });
  await beside.getByText('Other firm').waitFor();
  await beside.getByText('/shop to https://other.test/shop').waitFor();
  const choice = page.getByLabel('Words of the site');
  expect(await choice.inputValue()).toBe('draft');
  await expectSound(page, 'a checked export of this product');
  await choice.selectOption('Public at once');
  await page.getByRole('button', { name: 'Import 1 text' }).click();
  await page.getByText('1 imported').waitFor();
  const home = async () => (await fetch(product.origin)).text();
  await expect.poll(home).toContain('Other firm');
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('The import was undone: 1 text deleted.').waitFor();
  await expect.poll(home).not.toContain('Other firm');
});

test('an export is checked, imported, reported and undone on its screen', async () => {
  const front = 'title: Moved in\ndate: 2024-05-06\nauthor: Ada Byron\naliases: [/2024/first]';
  const text = `---\n${front}\n---\nWords. ![Away](http://127.0.0.1:9/a.png)\n\n<marquee>x</marquee>\n`;
  const { page } = await visitAsWriter(product, { path: '/admin/posts' });
  await page.getByRole('link', { name: 'Import' }).click();
  const file = { name: 'first.md', mimeType: 'text/markdown', buffer: Buffer.from(text) };
  await page.getByLabel('Export file').setInputFiles(file);
  const row = page.getByRole('row').filter({ hasText: 'Moved in' });
  await row.getByText('/blog/first').waitFor();
  expect(await row.innerText()).toMatch(/<marquee>: only its words were taken/);
  expect(await page.getByRole('list', { name: 'Authors' }).innerText()).toBe('Ada Byron is a new author');
  expect((await fetch(`${product.origin}/blog/first`)).status).toBe(404);
  await expectSound(page, 'a checked import');

  await page.getByRole('button', { name: 'Import 1 text' }).click();
  await page.getByText('1 imported').waitFor();
  await row.getByText('http://127.0.0.1:9/a.png: Its address is not on the public web.').waitFor();
  expect((await fetch(`${product.origin}/blog/first`)).status).toBe(200);
  expect((await fetch(`${product.origin}/2024/first/`)).url).toBe(`${product.origin}/blog/first`);
  await page.getByRole('button', { name: 'Try missing images again' }).click();
  await page.getByText('The missing images are tried again.').waitFor();
  const states = async () => product.database.db.selectFrom('imports').select('state').execute();
  await expect.poll(states).toEqual([{ state: 'imported' }]);
  await page.reload();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('The import was undone: 1 text deleted.').waitFor();
  expect((await fetch(`${product.origin}/blog/first`)).status).toBe(410);
});
