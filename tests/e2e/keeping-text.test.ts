import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { photograph } from '#tests/image-files.ts';
import { axeViolations } from './axe.ts';
import { launchProfile, test } from './browser.ts';
import { writerAccount as owner, writerSettings } from './editor-page.ts';
import {
  addEditor, bodyOf, button, closeTab, excerptOf, openEdit, openNew, postTitled, revokeSessions, says, signIn, storePost, titleOf,
  typeBody, writer, writtenDown,
} from './writing-page.ts'; // prettier-ignore

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

describe('what was typed comes back', () => {
  test('after the browser was killed: every character, once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anyforge-profile-'));
    const before = await launchProfile(folder, { baseURL: product.origin });
    const first = await before.context.newPage();
    await signIn(first, product.origin);
    await openNew(first);
    await before.context.setOffline(true);
    await titleOf(first).fill('Before the crash');
    await first.getByLabel('Excerpt').fill('An excerpt.');
    await typeBody(first, 'The last word was written down.');
    // The promise is a time: what was typed is written down within 300 ms.
    await first.waitForTimeout(400);
    await before.kill();

    const after = await launchProfile(folder, { baseURL: product.origin });
    const page = await after.context.newPage();
    // A browser writes cookies to its disk every half minute: the session may have outlived it or not.
    await after.context.clearCookies();
    await signIn(page, product.origin);
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

  test('after a closed tab: discarded, it is not offered again; another person is never offered it', async ({
    browser,
  }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Has a draft', isPublic: true });
    await openEdit(page, id);
    await page.context().setOffline(true);
    await typeBody(page, ' Only typed.');
    const context = page.context();
    await closeTab(page);
    await context.setOffline(false);

    const other = await addEditor(product, 'other@firm.test');
    const again = await context.newPage();
    await signIn(again, product.origin, other);
    await again.goto('/admin/account');
    await copyWrittenDown(again, { to: other.id, title: 'Typed by the other' });
    await openEdit(again, id);
    const offer = again.getByRole('region', { name: 'Unsaved text' });
    await offer.getByText('Typed by the other').waitFor();
    await button(again, 'Discard').click();
    await offer.waitFor({ state: 'detached' });

    await signIn(again, product.origin);
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
    await close();
  });

  test('into a form that holds something, which is offered in its turn', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
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
    await close();
  });

  test('is there when it was typed before the page had its script', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/admin/posts/new', { waitUntil: 'commit' });
    await titleOf(page).pressSequentially('Typed early');
    await excerptOf(page).pressSequentially('So was this.');
    letGo();
    await bodyOf(page).waitFor();
    await button(page, 'Save Draft').click();
    await page.waitForURL('**/admin/posts');
    expect(await postTitled(product, 'Typed early')).toMatchObject({
      excerpt: 'So was this.',
      slug: 'typed-early',
    });
    await close();
  });

  test('a form whose connection fails while it loads the script of another route stays and takes text', async ({
    browser,
  }) => {
    const { page, close } = await writer(browser, product);
    let refused = 0;
    await page.route(/\/assets\/image-/, (route) => {
      refused += 1;
      return route.abort('internetdisconnected');
    });
    let documents = 0;
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
    await openNew(page);
    await titleOf(page).fill('Still here');
    await expect.poll(() => refused).toBeGreaterThan(0);
    await expect.poll(async () => JSON.stringify(await writtenDown(page))).toContain('Still here');
    expect(await titleOf(page).inputValue()).toBe('Still here');
    expect(documents).toBe(1);
    await close();
  });

  test('when the page is left in the very moment of a change', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Left at once' });
    await openEdit(page, id);
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
    await button(page, 'Restore').click();
    await bodyOf(page).getByText('First words. Typed before. And gone.').waitFor();
    await close();
  });
});

describe('a save that does not arrive', () => {
  test('says why, is tried again, and arrives; a press is not repeated by itself', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Cut line', isPublic: true });
    await openEdit(page, id);
    await page.route('**/admin/posts/edit/**', (route) => route.abort('connectionreset'));
    await typeBody(page, ' Then the line was cut.');
    await button(page, 'Save Changes').click();
    await page.getByRole('alert').filter({ hasText: 'Failed to update post.' }).waitFor();
    await says(page, 'Not saved: there is no connection. Trying again…');
    await page.unroute('**/admin/posts/edit/**');
    await says(page, 'Saved, not live yet');
    expect((await postTitled(product, 'Cut line')).content).toBe('<p>First words.</p>');

    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor();
    await says(page, /^Saved$/);
    expect((await postTitled(product, 'Cut line')).content).toBe(
      '<p>First words. Then the line was cut.</p>',
    );
    await close();
  });

  test('whose answer was lost is not taken for the save of another user', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Lost answer' });
    await openEdit(page, id);
    await page.route('**/admin/posts/edit/**', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await typeBody(page, ' It arrived.');
    await says(page, /Trying again/);
    expect((await postTitled(product, 'Lost answer')).content).toBe('<p>First words. It arrived.</p>');
    await page.unroute('**/admin/posts/edit/**');
    await typeBody(page, ' And this too.');
    await says(page, /^Saved$/);
    expect((await postTitled(product, 'Lost answer')).content).toBe(
      '<p>First words. It arrived. And this too.</p>',
    );
    expect(await page.getByRole('dialog').count()).toBe(0);

    // Nor by the next form, where the text is brought back.
    await page.route('**/admin/posts/edit/**', async (route) => {
      await route.fetch().catch(() => {});
      await route.abort('connectionreset').catch(() => {});
    });
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
    await close();
  });

  test('of a press whose answer was lost is not taken back', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Lost answer to a press' });
    await openEdit(page, id);
    await page.route(
      '**/admin/posts/edit/**',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await button(page, 'Publish').click();
    await page.getByText('Failed to update post.').waitFor();
    await page.getByText('Post updated successfully.').waitFor();
    await says(page, /^Saved$/);
    expect(await page.getByRole('switch', { name: 'Published' }).isChecked()).toBe(true);
    expect(await postTitled(product, 'Lost answer to a press')).toMatchObject({
      published: true,
      version: 2,
    });
    await close();
  });

  test('leaves the form where it is, whatever else the form has loaded', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'With an image' });
    const upload = await page.request.post('/api/images/featured-images?name=one.png', {
      headers: { origin: product.origin, 'content-type': 'application/octet-stream' },
      data: await photograph(40, 30),
    });
    const { src } = await upload.json();
    await product.database.db
      .updateTable('blog_posts')
      .set({ featured_image: src })
      .where('id', '=', id)
      .execute();
    await openEdit(page, id);
    await page.getByLabel('Alt text').waitFor();
    await page.route('**/*.data*', (route) => route.abort('connectionreset'));
    await typeBody(page, ' One.');
    await button(page, 'Save Changes').click();
    await says(page, 'Not saved: there is no connection. Trying again…');
    await page.unroute('**/*.data*');
    await says(page, /^Saved$/);
    await revokeSessions(product);
    await typeBody(page, ' Two.');
    await button(page, 'Save Changes').click();
    await says(page, 'Not saved: your session has ended.');
    await bodyOf(page).getByText('First words. One. Two.').waitFor();
    await close();
  });

  test('because the post was deleted can be saved as a new one', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Deleted meanwhile' });
    await openEdit(page, id);
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
    await close();
  });

  test('because a field holds too much keeps all of it', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Long excerpt' });
    await openEdit(page, id);
    await excerptOf(page).click();
    await page.keyboard.insertText('x'.repeat(2_001));
    await button(page, 'Save Changes').click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Excerpt must be at most 2,000 characters long.' })
      .waitFor();
    expect(await excerptOf(page).getAttribute('aria-invalid')).toBe('true');
    await excerptOf(page).press('Backspace');
    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor();
    expect(await postTitled(product, 'Long excerpt')).toMatchObject({ excerpt: 'x'.repeat(2_000) });
    await close();
  });

  test.for([
    [503, 'Not saved: the site is busy. Trying again…'],
    [413, 'Not saved: This post is too large to be saved. Please make it shorter.'],
  ] as const)('for an answer of %i says so', async ([status, line], { browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: `Answer ${status}` });
    await openEdit(page, id);
    await page.route('**/admin/posts/edit/**', (route) => route.fulfill({ status, body: 'No.' }));
    await typeBody(page, ' More.');
    await says(page, line);
    await page.unroute('**/admin/posts/edit/**');
    await typeBody(page, ' And more.');
    await says(page, /^Saved$/);
    await close();
  });

  test('because the server was killed arrives when it is back', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Killed server' });
    await openEdit(page, id);
    const startAgain = await product.kill();
    await typeBody(page, ' Typed while it was down.');
    await says(page, /Not saved: there is no connection/);
    await startAgain();
    await says(page, /^Saved$/);
    expect((await postTitled(product, 'Killed server')).content).toBe(
      '<p>First words. Typed while it was down.</p>',
    );
    await close();
  });
});

describe('a session that has ended', () => {
  test('is begun again on top of the page, and the press goes on', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    await openNew(page);
    await titleOf(page).fill('Signed out meanwhile');
    await typeBody(page, 'Still here.');
    await revokeSessions(product);
    await button(page, 'Publish').click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill('not it');
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await dialog.getByText('Invalid email or password. Please try again.').waitFor();
    await dialog.getByLabel('Email').fill('other@firm.test');
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await dialog.getByText(`This text belongs to ${owner.email}.`).waitFor();
    await dialog.getByLabel('Email').fill(owner.email);
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/admin/posts');
    expect(await postTitled(product, 'Signed out meanwhile')).toMatchObject({
      published: true,
      content: '<p>Still here.</p>',
    });
    await close();
  });

  test('and that another person has begun saves nothing of the first one', async ({ browser }) => {
    const { page, close } = await writer(browser, product);
    const id = await storePost(product, { title: 'Whose is it' });
    await openEdit(page, id);
    await signIn(page, product.origin, await addEditor(product, 'third@firm.test'));
    await typeBody(page, ' By the first.');
    await button(page, 'Save Changes').click();
    await says(page, 'Not saved: your session has ended.');
    expect((await postTitled(product, 'Whose is it')).version).toBe(1);
    await signIn(page, product.origin);
    await close();
  });
});

describe('a browser that keeps nothing', () => {
  test.for([
    ['for it has no store', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
    [
      'for its store is full',
      () => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('Full.', 'QuotaExceededError');
        };
      },
    ],
  ] as const)('is told of, %s, while what is typed cannot be saved', async ([, spoil], { browser }) => {
    const { page, close } = await writer(browser, product);
    await page.addInitScript(spoil);
    await openNew(page);
    await typeBody(page, 'Words without a title.');
    const notice = page.getByText('This browser keeps no copy of what you type.');
    await notice.waitFor();
    await titleOf(page).fill('Keeps nothing');
    await notice.waitFor({ state: 'detached' });
    await button(page, 'Save Draft').click();
    await page.waitForURL('**/admin/posts');
    expect(await postTitled(product, 'Keeps nothing')).toMatchObject({
      content: '<p>Words without a title.</p>',
    });
    await product.database.db.deleteFrom('blog_posts').where('title', '=', 'Keeps nothing').execute();
    await close();
  });
});

/** What lies in the browser once more, as another person's and under another title. */
function copyWrittenDown(page: Page, copy: { to: string; title: string }) {
  return page.evaluate(async ({ to, title }) => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const db = await result(indexedDB.open('anyforge-journal'));
    const fields = db.transaction('fields', 'readwrite').objectStore('fields');
    const [entry] = await result(fields.getAll());
    await result(
      fields.put({ ...entry, id: crypto.randomUUID(), userId: to, values: { ...entry.values, title } }),
    );
    db.close();
  }, copy);
}
