import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';

import { addPost, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { axeViolations, expectSound } from './accessibility.ts';
import { long, phone, test, visit, type Visit } from './browser.ts';
import { type Account, contentOf, openEditor, signIn, visitAsWriter, writerSettings } from './editor-page.ts';
import {
  addPerson,
  bodyOf,
  button,
  openEdit,
  openStored,
  postTitled,
  savesItself,
  storePost,
  titleOf,
  typeBody,
} from './writing-page.ts';

const product = useProduct(writerSettings);
let mia: Account;

beforeAll(async () => {
  mia = await addPerson(product, 'mia@firm.test');
});

describe('the preview', () => {
  test('opens beside the form with what was typed, keeps caret and undo, and follows every save', async () => {
    const { page } = await openStored(product, { title: 'Beside', words: 'First words.' });
    await typeBody(page, ' Just typed.');
    await page.getByRole('link', { name: 'Preview' }).click();
    const shown = page.frameLocator('iframe[title="The post as visitors see it"]').locator('body');
    await shown.getByText('First words. Just typed.').waitFor();
    expect((await postTitled(product, 'Beside')).content).toBe('<p>First words. Just typed.</p>');
    // One press undoes together what is typed within half a second.
    await page.waitForTimeout(600);
    await page.keyboard.type(' On and on.');
    await shown.getByText('First words. Just typed. On and on.').waitFor();
    for (const [name, width] of [
      ['As on a phone', 390],
      ['As on a wide screen', 1280],
    ] as const) {
      await button(page, name).click();
      await expect
        .poll(() => shown.evaluate((body) => body.ownerDocument.defaultView?.innerWidth))
        .toBe(width);
    }
    await bodyOf(page).focus();
    for (const name of ['Title', 'Content'])
      expect((await page.getByRole('textbox', { name }).boundingBox())?.width).toBeGreaterThan(400);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await bodyOf(page).getByText('First words. Just typed.', { exact: true }).waitFor();
    await shown.getByText('First words. Just typed.', { exact: true }).waitFor();
    await button(page, 'Close preview').click();
    await shown.waitFor({ state: 'detached' });
  });

  long('covers the form where there is no room, and gives the text back with its caret', async () => {
    const { page } = await openStored(
      product,
      { title: 'Over it', words: 'First words.' },
      { viewport: phone, hasTouch: true },
    );
    await typeBody(page, ' Typed.');
    await page.getByRole('link', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.waitFor();
    await page
      .frameLocator('iframe[title="The post as visitors see it"]')
      .getByText('First words. Typed.')
      .waitFor();
    expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, ...phone });
    expect(await axeViolations(page)).toEqual([]);
    await button(page, 'Close preview').click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.type(' On.');
    await bodyOf(page).getByText('First words. Typed. On.').waitFor();
  });
});

long('on a phone the text begins in the upper third, and the title stays in sight', async () => {
  const { page } = await openStored(
    product,
    { title: 'In sight', words: 'First words.</p><p>More.'.repeat(60) },
    { viewport: phone, hasTouch: true },
  );
  const place = await bodyOf(page).locator('p').first().boundingBox();
  expect(place?.y).toBeLessThan(phone.height / 3);
  const slug = page.getByLabel('Slug', { exact: true });
  expect(await slug.isVisible()).toBe(false);
  await button(page, 'Slug and excerpt').click();
  await slug.waitFor();
  expect(await page.locator('header p:visible').getByText('In sight').count()).toBe(0);
  await bodyOf(page).locator('p').last().scrollIntoViewIfNeeded();
  await page.locator('header p:visible').getByText('In sight').waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
});

long('View Live leads to the page of a published post, also with pending changes of its slug', async () => {
  const { page, id } = await openStored(product, { title: 'Goes live', words: 'First words.' });
  const link = page.getByRole('menuitem', { name: 'View Live' });
  const addresses = async () => {
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor();
    const found = await link.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    await page.keyboard.press('Escape');
    return found;
  };
  expect(await addresses()).toEqual([]);
  await button(page, 'Publish').click();
  await page.getByText('Post updated successfully.').waitFor();
  expect(await addresses()).toEqual(['/blog/goes-live']);
  await page.getByLabel('Slug').fill('not-yet');
  await savesItself(page, 'Saved, not live yet');
  expect(await addresses()).toEqual(['/blog/goes-live']);
  await page.reload();
  await button(page, 'More actions').click();
  const [live] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await live.getByRole('heading', { level: 1, name: 'Goes live' }).waitFor();
  await button(page, 'Save Changes').click();
  await page.getByText('Post updated successfully.').waitFor();
  expect(await addresses()).toEqual(['/blog/not-yet']);
  const ahead = new Date(Date.now() + 3_600_000);
  await sql`update blog_posts set published_at = ${ahead}, first_published_at = ${ahead}
    where id = ${id}`.execute(product.database.db);
  await openEdit(page, id);
  expect(await addresses()).toEqual([]);
  // Scheduled again, it has no earlier address.
  expect(await page.getByText('earlier address').count()).toBe(0);
});

describe('search and sharing', () => {
  long('the fields are filled with the keyboard, shown in the previews and stored', async () => {
    const { page } = await openEditor(product);
    await titleOf(page).fill('Found');
    const search = page.getByRole('figure', { name: 'How a search result may look' });
    const shared = page.getByRole('figure', { name: 'How a shared link will look' });
    await search.getByText('/blog/found').waitFor();

    await page.getByText('Change what they show').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('For readers.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Shared title');
    await search.getByText('For readers.').waitFor();
    await shared.getByText('Shared title').waitFor();
    expect(await search.getByText('Shared title').count()).toBe(0);

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
    expect(await postTitled(product, 'Found')).toMatchObject({
      meta_description: 'For readers.',
      social_title: 'Shared title',
      canonical_url: 'https://original.example/a',
      noindex: true,
    });
  });
});

/** Two people in one post, each in a browser of their own. */
async function open(id: string): Promise<{ mine: Visit; theirs: Visit }> {
  const mine = await visitAsWriter(product);
  const theirs = await visit({ baseURL: product.origin });
  await signIn(theirs.page, product, mia);
  await openEdit(mine.page, id);
  await openEdit(theirs.page, id);
  return { mine, theirs };
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
/** True if this side of one of three places is chosen. */
const isChosen = (page: Page, place: number, side: RegExp) =>
  conflict(page)
    .getByRole('group', { name: `Content, place ${place} of 3`, exact: true })
    .getByRole('radio', { name: side })
    .isChecked();

describe('two people in one post', () => {
  test('who change different paragraphs and fields keep both by one key, and the caret stays', async () => {
    const id = await storePost(product, {
      title: 'Different',
      words: 'One.</p><ul><li>Item one</li><li>Item two</li></ul><p>Two.</p><p>Three.',
    });
    const { mine, theirs } = await open(id);
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
    // Typing goes on where the caret was, and the merge is one step that can be undone.
    await page.keyboard.press('Control+z');
    await bodyOf(page).getByText('Two.', { exact: true }).waitFor();
    await page.keyboard.press('Control+Shift+z');
    await bodyOf(page).getByText('Two. Theirs.', { exact: true }).waitFor();
  });

  test('who change one paragraph see both side by side and choose by keyboard', async () => {
    const id = await storePost(product, { title: 'Same', words: 'First.</p><p>Second.</p><p>Third.' });
    const { mine, theirs } = await open(id);
    await typeAfter(theirs.page, 'First.', ' Theirs.');
    await typeAfter(theirs.page, 'Second.', ' Theirs.');
    await typeAfter(theirs.page, 'Third.', ' Theirs.');
    await save(theirs.page);

    const { page } = mine;
    for (const paragraph of ['First.', 'Second.', 'Third.']) await typeAfter(page, paragraph, ' Mine.');
    await page.keyboard.press('Control+s');
    await conflict(page).getByText('Choose which parts to keep; no text has been lost.').waitFor();
    // Put away, it stays so until it is asked for.
    await page.keyboard.press('Escape');
    await conflict(page).waitFor({ state: 'detached' });
    await button(page, 'Compare both').click();
    await conflict(page).waitFor();
    // From Save backwards through the three groups, each one stop: the last one is reached first.
    await button(page, 'Save').evaluate((element) => {
      if (document.activeElement !== element) throw new Error('Save has no focus.');
    });
    for (let stops = 0; stops < 4; stops += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await isChosen(page, 3, /^Both/)).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    expect(await isChosen(page, 2, /^Theirs/)).toBe(true);
    expect(await isChosen(page, 1, /^Mine/)).toBe(true);
    for (let stops = 0; stops < 5; stops += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Post updated successfully.').waitFor();
    expect(await postTitled(product, 'Same')).toMatchObject({
      content: '<p>First. Mine.</p><p>Second. Theirs.</p><p>Third. Mine.</p><p>Third. Theirs.</p>',
    });
  });

  long('are told where the comparison does not load, and the form stays with what was typed', async () => {
    const id = await storePost(product, { title: 'Not loaded', words: 'Text.' });
    const { mine, theirs } = await open(id);
    await typeAfter(theirs.page, 'Text.', ' Theirs.');
    await save(theirs.page);
    const { page } = mine;
    await page.route('**/conflict-dialog-*.js', (route) => route.abort());
    await typeAfter(page, 'Text.', ' Mine.');
    await page.keyboard.press('Control+s');
    await conflict(page).getByText('Yours is kept in this browser').waitFor();
    await conflict(page).getByRole('button', { name: 'Cancel' }).click();
    await bodyOf(page).getByText('Text. Mine.').waitFor();
  });

  long('see each other by name, and no longer once one of them has left', async () => {
    const id = await storePost(product, { title: 'Seen' });
    const { mine, theirs } = await open(id);
    const said = (page: Page, name: string) =>
      page.getByRole('status').filter({ hasText: `${name} is also editing this post.` });
    await said(theirs.page, 'writer').waitFor();
    await said(mine.page, 'mia').waitFor({ timeout: 20_000 });
    expect(await axeViolations(mine.page)).toEqual([]);
    await theirs.page.close();
    // As if it were 41 seconds later.
    await sql`update blog_post_editors
      set seen_at = seen_at - interval '41 seconds'`.execute(product.database.db);
    await said(mine.page, 'mia').waitFor({ state: 'detached', timeout: 20_000 });
  });
});

test('a contributor proposes, an editor takes a part of it, and visitors read it after one more press', async () => {
  const content = '<p>First paragraph.</p><p>Second paragraph.</p><p>Third paragraph.</p>';
  const title = `What we do ${'x'.repeat(120)}`;
  const ctx = await contextAs(product.database.db, 'editor');
  await addPost(ctx, { title, slug: 'what-we-do', published: 'true', content });
  const { page } = await visit({ baseURL: product.origin });
  await signIn(page, product, await addPerson(product, 'con@firm.test', 'contributor'));
  await page.goto(`${product.origin}/admin`);
  await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).click();
  // The dashboard has a link of that name, too.
  await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  expect(await page.getByRole('button', { name: 'Published' }).count()).toBe(0);
  await page.getByRole('link', { name: 'What we do' }).click();
  await page.getByRole('heading', { name: 'Propose a Change' }).waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
  const field = await contentOf(page);
  // Stylesheets that come late or early do not change which rule wins.
  expect(await field.evaluate((element) => getComputedStyle(element).paddingLeft)).toBe('18px');
  await field.getByText('First paragraph.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Longer now.');
  await field.getByText('Third paragraph.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Unwanted.');
  await page.getByRole('button', { name: 'Review and Send' }).click();
  await page.getByText('Not sent').waitFor();
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  await page.getByLabel('Why should the text change?').fill('It says more.');
  await page.getByRole('link', { name: 'Keep Editing' }).click();
  await page.getByText('Your changes to this proposal are not saved.').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  await page.getByText('Waiting').waitFor();
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);

  const { page: editor } = await visitAsWriter(product, { path: '/admin/posts' });
  await editor.getByRole('link', { name: 'Proposals (1)' }).click();
  await expectSound(editor, 'the list of proposals');
  await editor.getByRole('link', { name: 'What we do' }).click();
  await editor.getByText('It says more.').waitFor();
  await editor.getByRole('checkbox', { name: 'Content, place 2 of 2' }).uncheck();
  await expectSound(editor, 'a proposal');
  await editor.setViewportSize(phone);
  await editor.getByRole('button', { name: 'Show as text' }).click();
  await editor.getByRole('button', { name: 'Accept' }).click();
  await editor.getByText('Accepted into the text you are editing.').waitFor();
  const isPublic = async () =>
    (await (await fetch(`${product.origin}/blog/what-we-do`)).text()).includes('Longer now.');
  expect(await isPublic()).toBe(false);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(isPublic).toBe(true);
  await button(editor, 'More actions').click();
  await editor.getByRole('menuitem', { name: 'Revisions' }).click();
  await editor.getByRole('link', { name: /^Proposed by con, accepted by writer/ }).waitFor();
  const shown = await (await fetch(`${product.origin}/blog/what-we-do`)).text();
  expect(shown).not.toContain('Unwanted.');
  await page.goto(`${product.origin}/admin/posts/proposals?decided`);
  await page.getByRole('row').filter({ hasText: 'What we do' }).getByText('Accepted').waitFor();
});
