import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';

import { photograph } from '#tests/image-files.ts';
import { useProduct } from '#tests/product.ts';
import { axeViolations } from './accessibility.ts';
import { launchProfile, long, test } from './browser.ts';
import { giveImage, openEditor, signIn, uploadFrom, visitAsWriter, writerSettings } from './editor-page.ts';
import {
  addPerson,
  bodyOf,
  button,
  closeTab,
  excerptOf,
  openEdit,
  openNew,
  openStored,
  postsTitled,
  postTitled,
  savesItself,
  says,
  storePost,
  titleOf,
  typeBody,
  type Written,
  writtenDown,
} from './writing-page.ts';

const product = useProduct(writerSettings);

describe('what was typed comes back', () => {
  test('after the browser was killed: every character, once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anyforge-profile-'));
    const before = await launchProfile(folder, { baseURL: product.origin });
    const first = await before.context.newPage();
    await signIn(first, product);
    await openNew(first);
    await before.context.setOffline(true);
    await titleOf(first).fill('Before the crash');
    await first.getByLabel('Excerpt').fill('An excerpt.');
    await typeBody(first, 'The last word was written down.');
    // The promise is a time: what was typed is written down within 100 ms.
    await first.waitForTimeout(300);
    await before.kill();

    const after = await launchProfile(folder, { baseURL: product.origin });
    const page = await after.context.newPage();
    // A browser writes cookies to its disk every half minute: the session may have outlived it or not.
    await after.context.clearCookies();
    await signIn(page, product);
    await openNew(page);
    await page.getByText('Before the crash').waitFor();
    await button(page, 'Restore').click();
    await bodyOf(page).getByText('The last word was written down.').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Before the crash');
    expect(await page.getByLabel('Excerpt').inputValue()).toBe('An excerpt.');
    await button(page, 'Save Draft').click();
    await page.waitForURL('**/admin/posts');
    expect(await postTitled(product, 'Before the crash')).toMatchObject({
      excerpt: 'An excerpt.',
      content: '<p>The last word was written down.</p>',
    });
    await openNew(page);
    await expect.poll(() => writtenDown(page)).toEqual([]);
    await after.context.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('text typed before the framework has come is saved like any other', async () => {
    const { page } = await visitAsWriter(product);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/assets/framework-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/admin/posts/new', { waitUntil: 'commit' });
    await typeBody(page, 'Typed before anything else.');
    await giveImage(bodyOf(page), (await photograph(40, 30)).toString('base64'), 'Early.png', 'paste');
    expect(await page.locator('html[data-ready]').count()).toBe(0);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    letGo();
    await savesItself(page);
    await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
    await page.reload();
    await bodyOf(page).getByText('Typed before anything else.').waitFor();
    await bodyOf(page).locator('img[src^="/"]').waitFor();
  });

  test('after a closed tab: discarded, it is not offered again; another person is never offered it', async () => {
    const { page, id } = await openStored(product, { title: 'Has a draft', isPublic: true });
    await page.context().setOffline(true);
    await typeBody(page, ' Only typed.');
    // The journal is open: until then the browser asks before it closes the tab, and nothing is stored.
    await expect.poll(async () => JSON.stringify(await writtenDown(page))).toContain('Only typed.');
    const context = page.context();
    await closeTab(page);
    await context.setOffline(false);

    const other = await addPerson(product, 'other@firm.test');
    const again = await context.newPage();
    await signIn(again, product, other);
    await again.goto('/admin/account');
    await copyWrittenDown(again, { userId: other.id, values: { title: 'Typed by the other' } });
    await openEdit(again, id);
    const offer = again.getByRole('region', { name: 'Unsaved text' });
    await offer.getByText('Typed by the other').waitFor();
    await button(again, 'Discard').click();
    await offer.waitFor({ state: 'detached' });
    const toast = again
      .getByRole('status')
      .filter({ hasText: 'The text that was not saved has been deleted.' });
    expect(await toast.textContent()).toMatch(/^Success/);

    await signIn(again, product);
    await openEdit(again, id);
    await offer.getByText('Has a draft').waitFor();
    expect(await axeViolations(again)).toEqual([]);
    await button(again, 'Discard').click();
    await offer.waitFor({ state: 'detached' });
    await button(again, 'Undo discard').click();
    await offer.getByText('Has a draft').waitFor();
    // It is in the browser again, not just on the screen.
    await openEdit(again, id);
    await offer.getByText('Has a draft').waitFor();
    await button(again, 'Discard').click();
    expect(await bodyOf(again).textContent()).toBe('First words.');
    await expect.poll(() => writtenDown(again)).toEqual([]);
  });

  long('into a form that holds something, which is offered in its turn', async () => {
    const { page } = await visitAsWriter(product);
    const context = page.context();
    await openNew(page);
    await context.setOffline(true);
    await titleOf(page).fill('Left behind');
    await typeBody(page, 'In the first tab.');
    await closeTab(page);
    await context.setOffline(false);

    const second = await context.newPage();
    await openNew(second);
    await context.setOffline(true);
    await titleOf(second).fill('Begun anew');
    await typeBody(second, 'In the second tab.');
    const offer = second.getByRole('region', { name: 'Unsaved text' });
    for (const [title, words, other] of [
      ['Left behind', 'In the first tab.', 'Begun anew'],
      ['Begun anew', 'In the second tab.', 'Left behind'],
    ] as const) {
      await button(second, 'Restore').click();
      await bodyOf(second).getByText(words, { exact: true }).waitFor();
      expect(await titleOf(second).inputValue()).toBe(title);
      await offer.getByText(other).waitFor();
    }
    await expect
      .poll(async () => (await writtenDown(second)).map(({ values, content }) => [values.title, content]))
      .toEqual(
        expect.arrayContaining([
          ['Left behind', '<p>In the first tab.</p>'],
          ['Begun anew', '<p>In the second tab.</p>'],
        ]),
      );
  });

  long('when the page is left in the very moment of a change', async () => {
    const { page } = await openStored(product, { title: 'Left at once' });
    page.on('dialog', (asked) => void asked.accept());
    await typeBody(page, ' Typed before.');
    // The journal is open: it has stored the first change.
    await expect.poll(async () => JSON.stringify(await writtenDown(page))).toContain('Typed before.');
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => {
        document.execCommand('insertText', false, ' And gone.');
        location.reload();
      }),
    ]);
    // The text was typed in this tab over the stored version: nothing is asked.
    await bodyOf(page).getByText('First words. Typed before. And gone.').waitFor();
    await typeBody(page, ' Typed since.');
    await button(page, 'Undo restore').click();
    const offer = page.getByRole('region', { name: 'Unsaved text' });
    await offer.waitFor();
    expect(await bodyOf(page).textContent()).toBe('First words.');
    await button(page, 'Restore').click();
    await bodyOf(page).getByText('First words. Typed before. And gone. Typed since.').waitFor();
    await typeBody(page, ' And on.');
    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('a save that does not arrive', () => {
  test('whose answer was lost is not taken for the save of another user', async () => {
    const { page, id } = await openStored(product, { title: 'Lost answer' });
    await loseAnswers(page);
    await typeBody(page, ' It arrived.');
    await savesItself(page, /Trying again/);
    expect((await postTitled(product, 'Lost answer')).content).toBe('<p>First words. It arrived.</p>');
    await page.unrouteAll();
    await typeBody(page, ' And this too.');
    await says(page, /^Saved$/);
    expect((await postTitled(product, 'Lost answer')).content).toBe(
      '<p>First words. It arrived. And this too.</p>',
    );
    expect(await page.getByRole('dialog').count()).toBe(0);

    // Nor by the next form, where the text is brought back.
    await loseAnswers(page);
    await button(page, 'Save Changes').click();
    await says(page, /Trying again/);
    await typeBody(page, ' The last words.');
    const next = await page.context().newPage();
    await closeTab(page);
    await openEdit(next, id);
    await button(next, 'Restore').click();
    await bodyOf(next).getByText('And this too. The last words.').waitFor();
    await button(next, 'Save Changes').click();
    await next.getByText('Post updated successfully.').waitFor();
    expect(await next.getByRole('dialog').count()).toBe(0);

    // A press is not taken back.
    await loseAnswers(next, { times: 1 });
    await button(next, 'Publish').click();
    await next.getByText('Failed to update post.').waitFor();
    await says(next, /^Saved$/);
    await expect.poll(async () => (await postTitled(product, 'Lost answer')).published).toBe(true);
  });

  test('while its screen is left, and then arrives, is all that the question waits for', async () => {
    const { page } = await openStored(product, { title: 'Left while saving' });
    let letGo = () => {};
    await page.route('**/admin/posts/edit/**', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((resolve) => (letGo = resolve));
      return route.continue();
    });
    await typeBody(page, ' On its way.');
    await button(page, 'Save Changes').click();
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    letGo();
    await page.waitForURL('**/admin/tags');
    expect((await postTitled(product, 'Left while saving')).content).toBe('<p>First words. On its way.</p>');
  });

  long('leaves the form where it is, whatever else the form has loaded', async () => {
    const { page } = await visitAsWriter(product);
    const id = await storePost(product, { title: 'With an image' });
    const src = await uploadFrom(page, product.origin, await photograph(40, 30), 'featured-images');
    await sql`update blog_posts set featured_image = ${src} where id = ${id}`.execute(product.database.db);
    await openEdit(page, id);
    await page.getByLabel('Alt text').waitFor();
    await page.route('**/*.data*', (route) => route.abort('connectionreset'));
    await typeBody(page, ' One.');
    await button(page, 'Save Changes').click();
    await says(page, 'Not saved: there is no connection. Trying again…');
    await page.unroute('**/*.data*');
    await says(page, /^Saved$/);
    await bodyOf(page).getByText('First words. One.').waitFor();
  });

  long('because the post was deleted can be saved as a new one', async () => {
    const { page, id } = await openStored(product, { title: 'Deleted meanwhile' });
    await product.database.db.deleteFrom('blog_posts').where('id', '=', id).execute();
    await typeBody(page, ' Written on.');
    await button(page, 'Save Changes').click();
    await says(page, 'Not saved: this post has been deleted.');
    await button(page, 'Save as a new post').dblclick();
    await page.waitForURL('**/admin/posts');
    await page.getByText('Post saved as draft successfully.').waitFor();
    expect(await postTitled(product, 'Deleted meanwhile')).toMatchObject({
      published: false,
      content: '<p>First words. Written on.</p>',
    });
    // Its copy in the browser went with it.
    await expect.poll(() => writtenDown(page)).toEqual([]);
  });

  long('because the new post was deleted is saved as another, also after a lost answer', async () => {
    const { page } = await visitAsWriter(product);
    await openNew(page);
    await titleOf(page).fill('Deleted while new');
    await typeBody(page, 'First words.');
    await savesItself(page);
    await product.database.db.deleteFrom('blog_posts').where('title', '=', 'Deleted while new').execute();
    await typeBody(page, ' Written on.');
    await savesItself(page, 'Not saved: this post has been deleted.');
    await loseAnswers(page);
    await button(page, 'Save as a new post').click();
    await page.getByText('Failed to save post.').waitFor();
    await page.unrouteAll();
    await typeBody(page, ' And on.');
    await button(page, 'Save as a new post').click();
    await page.waitForURL('**/admin/posts');
    const saved = await postsTitled(product, 'Deleted while new');
    expect(saved.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['<p>First words. Written on.</p>', '<p>First words. Written on. And on.</p>']),
    );
  });

  long('because the first answer about a proposal was lost goes on, and belongs to its post', async () => {
    const { page } = await visitAsWriter(product);
    await signIn(page, product, await addPerson(product, 'proposer@firm.test', 'contributor'));
    const id = await storePost(product, { title: 'Proposed for', isPublic: true });
    const other = await storePost(product, { title: 'Not proposed for', isPublic: true });
    await openEdit(page, id);
    await page.context().setOffline(true);
    await typeBody(page, ' It');
    await expect.poll(async () => JSON.stringify(await writtenDown(page))).toContain('First words. It');
    const again = await page.context().newPage();
    await closeTab(page);
    await page.context().setOffline(false);
    for (const path of ['new', `edit/${other}`]) {
      await again.goto(`/admin/posts/${path}`);
      await bodyOf(again).click();
      expect(await button(again, 'Restore').count()).toBe(0);
    }
    await openEdit(again, id);
    await loseAnswers(again);
    await button(again, 'Restore').click();
    await says(again, /Trying again/);
    await typeBody(again, ' arrived.');
    await again.unrouteAll();
    await says(again, /^Saved$/);
    await again.reload();
    await bodyOf(again).getByText('First words. It arrived.').waitFor();
  });
});

test('a session that another person has begun saves nothing of the first one', async () => {
  const { page } = await openStored(product, { title: 'Whose is it' });
  await signIn(page, product, await addPerson(product, 'third@firm.test'));
  await typeBody(page, ' By the first.');
  await button(page, 'Save Changes').click();
  await says(page, 'Not saved: your session has ended.');
  expect((await postTitled(product, 'Whose is it')).version).toBe(1);
});

test('a browser that keeps nothing is told of while what is typed cannot be saved', async () => {
  const { page } = await visitAsWriter(product);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
  });
  await openNew(page);
  await excerptOf(page).fill('Words without a title.');
  const notice = page.getByText('This browser keeps no copy of what you type.');
  await notice.waitFor();
  await titleOf(page).fill('Keeps nothing');
  await notice.waitFor({ state: 'detached' });
  await button(page, 'Save Draft').click();
  await page.waitForURL('**/admin/posts');
  expect(await postTitled(product, 'Keeps nothing')).toMatchObject({ excerpt: 'Words without a title.' });
});

test('a browser that can delete no copy of stored text still offers the text that is not stored', async () => {
  const { page, id } = await openStored(product, { title: 'Deletes nothing' });
  const context = page.context();
  await context.setOffline(true);
  await typeBody(page, ' Only typed.');
  await expect.poll(async () => JSON.stringify(await writtenDown(page))).toContain('Only typed.');
  await copyWrittenDown(page, { content: null });
  await closeTab(page);
  await context.setOffline(false);
  const again = await context.newPage();
  await again.addInitScript(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
  });
  await openEdit(again, id);
  await button(again, 'Restore').click();
  await bodyOf(again).getByText('First words. Only typed.').waitFor();
});

/** Saves arrive, and their answers are lost. */
function loseAnswers(page: Page, options: { times?: number } = {}) {
  const lose = async (route: Route) => {
    await route.fetch().catch(() => {});
    await route.abort('connectionreset').catch(() => {});
  };
  return page.route(/\/admin\/posts\/(?:new|edit)\b/, lose, options);
}

/** Another copy in the browser, with changes. */
function copyWrittenDown(page: Page, changes: Partial<Written>) {
  return page.evaluate(async ({ values, ...others }) => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const db = await result(indexedDB.open('anyforge-journal'));
    const entries = db.transaction('entries', 'readwrite').objectStore('entries');
    const [entry] = await result(entries.getAll());
    const id = crypto.randomUUID();
    await result(entries.put({ ...entry, ...others, id, values: { ...entry.values, ...values } }));
    db.close();
  }, changes);
}

test('a new post keeps every field while the server is gone, also of what is made on the spot', async () => {
  const { page } = await openEditor(product);
  await titleOf(page).fill('Server gone');
  await typeBody(page, 'Before.');
  await savesItself(page);
  const restart = await product.kill();
  await typeBody(page, ' During.');
  await excerptOf(page).fill('Written meanwhile.');
  await button(page, 'New tag').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tag meanwhile');
  await page.keyboard.press('Enter');
  await page.getByText('Failed to save tag.').waitFor();
  await says(page, 'Not saved: there is no connection. Trying again…');
  await restart();
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Tag meanwhile' }).waitFor();
  await typeBody(page, ' After.');
  await button(page, 'Publish').click();
  await page.waitForURL('**/admin/posts');
  expect(await postTitled(product, 'Server gone')).toMatchObject({
    published: true,
    excerpt: 'Written meanwhile.',
    content: '<p>Before. During. After.</p>',
  });
});
