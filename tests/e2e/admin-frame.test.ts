import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { createTerm } from '#domain/taxonomy/create-term.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { axeViolations } from './accessibility.ts';
import { desktop, long, phone, test } from './browser.ts';
import { contentOf, openEditor, visitAsWriter, writerAccount, writerSettings } from './editor-page.ts';
import { openWithoutScript } from './held-scripts.ts';
import { bodyOf, button, postTitled, storePost, titleOf } from './writing-page.ts';

const product = useProduct(writerSettings);

/** The name of what has the focus; its element where it has none. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') || activeElement?.textContent?.trim() || null;
  });

/** As in Safari: a button that is clicked does not take the focus. */
const clickWithoutFocus = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('mousedown', (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('button')) return;
      event.preventDefault();
      (document.activeElement as HTMLElement | null)?.blur();
    }),
  );

test('the frame: not-found screen, skip link, a drawer on a phone that keeps the focus inside and gives it back, sign out', async () => {
  const { page } = await visitAsWriter(product, { path: '/admin/no-such-screen' });
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByText(`Signed in as ${writerAccount.email}`, { exact: true }).waitFor();
  const account = page.getByRole('link', { name: 'Your account' });
  expect(await account.getAttribute('href')).toBe('/admin/account');
  const sectionNamed = (name: string) => page.getByRole('banner').getByText(name, { exact: true }).count();
  expect(await sectionNamed('Admin')).toBe(1);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');

  await clickWithoutFocus(page);
  await page.setViewportSize(phone);
  await page.goto('/admin/tags');
  await button(page, 'New Tag').waitFor();
  await button(page, 'Open menu').click();
  await expect.poll(() => focused(page)).toBe('Open site');
  const sidebar = page.getByRole('dialog', { name: 'Sidebar' });
  const names = new Set<string | null>();
  for (let n = 0; n < 24; n += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    names.add(await focused(page));
  }
  expect([...names]).not.toContain('New Tag');
  expect([...names]).not.toContain('Open menu');
  expect([...names]).toContain('Sign Out');
  await page.getByRole('link', { name: 'Open site' }).focus();
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('Sign Out');
  const moving = await sidebar.evaluate((panel: HTMLElement) => {
    panel.hidePopover();
    panel.showPopover();
    return panel.getAnimations().map((one) => one instanceof CSSTransition && one.transitionProperty);
  });
  expect(moving).toEqual(['translate']);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sidebar.waitFor({ state: 'hidden' });
  await expect.poll(() => focused(page)).toBe('Open menu');
  await button(page, 'Open menu').click();
  await page.mouse.click(380, 400);
  await sidebar.waitFor({ state: 'hidden' });

  const asked = Promise.withResolvers<void>();
  await page.route('**/admin/users.data*', async (route) => {
    await asked.promise;
    await route.continue();
  });
  await button(page, 'Open menu').click();
  await sidebar.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('status').getByText('Loading...').waitFor();
  asked.resolve();
  await page.getByRole('heading', { level: 1, name: 'Admin Users' }).waitFor();
  await page.getByRole('status').getByText('Loading...').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Admin Users');
  expect(await sectionNamed('Users')).toBe(1);
  await button(page, 'Add Admin').click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Open menu').click();
  await button(page, 'Sign Out').click();
  await page.waitForURL(`${product.origin}/`);
  await page.goBack();
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
});

long('menus and dialogs give the focus back, and a click beside a dialog closes it', async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  for (const name of ['One', 'Two', 'Three']) await createTerm(ctx, 'category', { name });
  const { page } = await visitAsWriter(product);
  await clickWithoutFocus(page);
  await page.goto('/admin/categories');
  for (const [name, next] of [
    ['Three', 'Delete Two'],
    ['One', 'Delete Two'],
    ['Two', 'Categories'],
  ] as const) {
    await button(page, `Delete ${name}`).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe(`Delete ${name}`);
    await button(page, `Delete ${name}`).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(next);
  }
  const dialog = page.getByRole('dialog');
  await button(page, 'New Category').click();
  await dialog.waitFor();
  await page.mouse.click(5, 300);
  await dialog.waitFor({ state: 'detached' });
  await button(page, 'New Category').click();
  await dialog.getByLabel('Name').fill('Craft');
  await page.mouse.click(5, 300);
  await dialog.getByLabel('Slug').fill('craft');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Craft');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await addPost(ctx, { title: 'Hello' });
  for (const [path, name, inside] of [
    ['/admin/posts/new', 'Pick a date', page.getByRole('grid')],
    ['/admin/posts', 'Actions for Hello', page.getByRole('menuitem', { name: 'Edit' })],
  ] as const) {
    await page.goto(path);
    await button(page, name).click();
    await inside.waitFor();
    await page.keyboard.press('Escape');
    await inside.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(name);
  }
});

const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** True if two things on the screen share a point. */
async function overlaps(page: Page, one: string, other: string): Promise<boolean> {
  return page.evaluate(
    ([a = '', b = '']) => {
      const [x, y] = [document.querySelector(a), document.querySelector(b)].map((element) =>
        element?.getBoundingClientRect(),
      );
      if (!x || !y) throw new Error(`${a} or ${b} is not there.`);
      return x.left < y.right && y.left < x.right && x.top < y.bottom && y.top < x.bottom;
    },
    [one, other],
  );
}

describe('toasts', () => {
  test('are at most three, at the top right below the bar, and wait while the pointer or the focus is in them', async () => {
    for (const n of [1, 2, 3, 4]) await storePost(product, { title: `Toast ${n}`, isPublic: true });
    const { page } = await visitAsWriter(product);
    await page.clock.install();
    await page.goto('/admin/posts?q=Toast');
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    // However long it takes until the fourth one is there, the others are shown for no time.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    for (const n of [1, 2, 3, 4]) {
      await page
        .getByRole('row')
        .filter({ hasText: `Toast ${n}` })
        .getByRole('button', { name: /Actions for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await region(page).getByText(`Toast ${n}`).waitFor();
    }
    expect(await region(page).getByRole('status').count()).toBe(3);
    const bar = await page.getByRole('banner').boundingBox();
    const { x = 0, y = 0, width = 0 } = (await region(page).boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    expect(y).toBeLessThan(100);
    expect(x + width).toBeGreaterThan(desktop.width - 20);
    await region(page).getByRole('status').last().hover({ force: true });
    await page.clock.runFor(60_000);
    expect(await region(page).getByRole('status').count()).toBe(3);
    await page.mouse.move(10, 10);
    await page.clock.runFor(7_000);
    await expect.poll(() => region(page).getByRole('status').count()).toBe(0);
  });

  test('cover neither the search nor the filter of a list on a phone', async () => {
    await storePost(product, { title: 'Covered', isPublic: true });
    const { page } = await visitAsWriter(product, {
      path: '/admin/posts?q=Covered',
      viewport: phone,
      hasTouch: true,
    });
    for (const count of [1, 2, 3]) {
      await button(page, 'Actions for Covered').click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await expect.poll(() => page.locator('tbody tr').count()).toBe(count + 1);
      await region(page).getByRole('status').last().waitFor();
      for (const part of ['main [type="search"]', 'main [aria-haspopup="dialog"]'])
        await expect
          .poll(() => overlaps(page, '[aria-label="Notifications"]', part), { message: part })
          .toBe(false);
    }
  });

  long('leave the control that has the focus and the line being typed free', async () => {
    const { page } = await openEditor(product, { viewport: phone, hasTouch: true });
    // It stands at the top, where the message would be, and gets the focus.
    await button(page, 'Save Draft').click();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => overlaps(page, '[aria-label="Notifications"]', '[name="title"]')).toBe(false);
    await bodyOf(page).click();
    for (let line = 0; line < 12; line += 1) await page.keyboard.press('Enter');
    await page.keyboard.type('Words');
    await bodyOf(page).evaluate((body) => body.lastElementChild?.scrollIntoView({ block: 'start' }));
    await page.keyboard.type('.');
    await expect
      .poll(() => overlaps(page, '[aria-label="Notifications"]', '.rich-text > :last-child'))
      .toBe(false);
  });
});

test('Ctrl+K finds screens, texts of every kind and actions, with keys alone', async () => {
  await storePost(product, { title: 'Found by a command' });
  const { page } = await visitAsWriter(product, { path: '/admin' });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Screen, text or action' });
  await field.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.type('new case');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/posts/new?kind=case_study');
  await contentOf(page);
  await button(page, 'Go to…').click();
  await page.keyboard.type('by a comm');
  await page.getByRole('option', { name: /^Found by a command/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/posts/edit/*');
  // In a text the keys make a link.
  await bodyOf(page).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Link' }).waitFor();
});

test('the sign-in screen and the form of a new post stay within their scripts', async () => {
  // Packed as for a browser of a visitor.
  const { page } = await visitAsWriter(product, { extraHTTPHeaders: {} });
  // The tools of the editor come after the text can be typed.
  await page.route('**/assets/editor-tools-*.js', (route) => route.abort());
  const form = await scriptsOf(page, async () => {
    await page.goto('/admin/posts/new', { waitUntil: 'networkidle' });
    await contentOf(page);
  });
  expect(form.files).toBeLessThanOrEqual(16);
  expect(form.bytes).toBeLessThanOrEqual(298_000);
  await page.context().clearCookies();
  const signIn = await scriptsOf(page, () => page.goto('/admin/login', { waitUntil: 'networkidle' }));
  expect(await page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(signIn.files).toBe(1);
  expect(signIn.bytes).toBeLessThanOrEqual(4_000);
});

/** The scripts that a page loads with an empty cache: their number, and their bytes as received, headers included. */
async function scriptsOf(
  page: Page,
  load: () => Promise<unknown>,
): Promise<{ files: number; bytes: number }> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let [files, bytes] = [0, 0];
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/javascript') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return;
    files += 1;
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await load();
  return { files, bytes };
}

test('what is typed and chosen in a post before the scripts have run is an unsaved change, and what is saved', async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const { id: categoryId } = await createTerm(ctx, 'category', { name: 'Chosen early' });
  const { id: tagId } = await createTerm(ctx, 'tag', { name: 'Checked early' });
  const id = await storePost(product, { title: 'Walked' });
  const { page } = await visitAsWriter(product);
  const comeScripts = await openWithoutScript(page, `/admin/posts/edit/${id}`);
  await page.getByLabel('Excerpt').fill('Typed early.');
  await page.getByLabel('Category', { exact: true }).selectOption('Chosen early');
  await page.getByLabel('Language').selectOption('German');
  await page.getByRole('switch', { name: 'Featured' }).check();
  await page.getByLabel('Checked early').check();
  await titleOf(page).evaluate((field: HTMLInputElement) => {
    field.focus();
    field.setSelectionRange(2, 5);
  });
  expect(await button(page, 'Save Changes').evaluate((save) => getComputedStyle(save).pointerEvents)).toBe(
    'none',
  );
  await comeScripts();
  const caret = ({ selectionStart, selectionEnd }: HTMLInputElement) => [selectionStart, selectionEnd];
  expect(await titleOf(page).evaluate(caret)).toEqual([2, 5]);
  await page.getByText('Unsaved changes').first().waitFor();
  await button(page, 'Save Changes').click();
  await page.getByText('Post updated successfully.').waitFor();
  expect(await postTitled(product, 'Walked')).toMatchObject({
    excerpt: 'Typed early.',
    category_id: categoryId,
    language: 'de',
    featured: true,
  });
  const tags = await product.database.db.selectFrom('blog_post_tags').selectAll().execute();
  expect(tags).toContainEqual(expect.objectContaining({ post_id: id, tag_id: tagId }));
});

long('what is pressed before the scripts have run shows what it opens once they have', async () => {
  await storePost(product, { title: 'Opened early' });
  const { page } = await visitAsWriter(product);
  for (const [path, name, role, inside] of [
    ['/admin/posts?q=Opened', 'Actions for Opened early', 'menuitem', 'Edit'],
    ['/admin/posts/new', 'Pick a date', 'button', 'Next'],
    ['/admin/tags', 'Open menu', 'dialog', 'Sidebar'],
  ] as const) {
    if (role === 'dialog') await page.setViewportSize(phone);
    const comeScripts = await openWithoutScript(page, path);
    await button(page, name).click();
    await comeScripts();
    await page.getByRole(role, { name: inside, exact: true }).waitFor();
  }
  expect(await page.locator('div:has(> main)').evaluate(({ inert }: HTMLElement) => inert)).toBe(true);
});

long('an admin makes and deletes a redirect, and makes one for a missing page', async () => {
  await storePost(product, { title: 'Choosing a Database', isPublic: true });
  const { page } = await visitAsWriter(product);
  const statusOf = async (path: string) => {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    return `${answer.status()} ${answer.headers()['location'] ?? ''}`.trim();
  };
  await sql`insert into missing_pages (path, visits)
    values ('/blog/choosing-database', 1)`.execute(product.database.db);
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

  await page.getByRole('link', { name: 'Missing pages' }).click();
  await button(page, 'Create redirect for /blog/choosing-database').click();
  await dialog.getByLabel('To', { exact: true }).fill('/blog/choosing-a-database');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('No missing pages').waitFor();
  expect(await statusOf('/blog/choosing-database')).toBe('301 /blog/choosing-a-database');

  await page.getByRole('link', { name: 'Redirects', exact: true }).first().click();
  await button(page, 'Delete /old/*').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await button(page, 'Delete /old/*').waitFor({ state: 'detached' });
  expect(await statusOf('/old/page')).toBe('404');
});
