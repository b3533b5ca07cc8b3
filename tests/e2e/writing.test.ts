import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { faultsOf } from './axe.ts';
import { expectQuiet, launchProfile, test, visit } from './browser.ts';

const owner = { email: 'writer@firm.test', password: 'correct horse battery', name: 'Wanda Writer' };

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Cookies of a session, for whoever comes next. */
let session: Awaited<ReturnType<BrowserContext['storageState']>> | null = null;

/** A browser of the owner's own; the first one makes the account. */
async function writer(browser: Browser) {
  const visitor = await visit(browser, session ? { storageState: session } : {});
  if (session) return visitor;
  const { page } = visitor;
  const isSetUp = await product.database.db.selectFrom('users').select('id').executeTakeFirst();
  if (isSetUp) await signIn(page);
  else {
    await page.goto(product.setupLink());
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Display name').fill(owner.name);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  }
  session = await page.context().storageState();
  return visitor;
}

/** Every session ends, on every device. */
async function revokeSessions() {
  await product.database.db.deleteFrom('sessions').execute();
  session = null;
}

async function signIn(page: Page) {
  await page.goto(`${product.origin}/admin/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

async function signOut(page: Page) {
  await page.goto(`${product.origin}/admin`);
  await page.getByRole('button', { name: 'Sign Out' }).first().click();
  session = null;
  await page.waitForURL(`${product.origin}/`);
}

/** An account that is made an editor behind the screens. */
async function signUpEditor(page: Page, email: string) {
  const answer = await page.request.post(`${product.origin}/api/auth/sign-up/email`, {
    data: { email, password: owner.password, username: email.split('@')[0] },
    headers: { origin: product.origin },
  });
  expect(answer.status()).toBe(200);
  const { id } = await product.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await product.database.db.insertInto('admin_users').values({ user_id: id, role: 'editor' }).execute();
}

const titleOf = (page: Page) => page.getByLabel('Title', { exact: true });
const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openNew(page: Page) {
  await page.goto(`${product.origin}/admin/posts/new`);
  await bodyOf(page).waitFor();
}

async function openEdit(page: Page, id: string) {
  await page.goto(`${product.origin}/admin/posts/edit/${id}`);
  await bodyOf(page).waitFor();
}

async function typeBody(page: Page, words: string) {
  await bodyOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

const says = (page: Page, line: string | RegExp) =>
  page.getByRole('status').filter({ hasText: line }).first().waitFor();

function postsTitled(title: string) {
  return product.database.db.selectFrom('blog_posts').selectAll().where('title', '=', title).execute();
}

async function postTitled(title: string) {
  const [post, ...others] = await postsTitled(title);
  if (!post || others.length > 0) throw new Error(`There are ${others.length} more posts of that title.`);
  return post;
}

/** Writes a post with the buttons and hands back its id. */
async function makePost(page: Page, title: string, press: 'Publish' | 'Save Draft', words = 'First words.') {
  await openNew(page);
  await titleOf(page).fill(title);
  await typeBody(page, words);
  await button(page, press).click();
  await page.waitForURL('**/admin/posts');
  return (await postTitled(title)).id;
}

describe('a new post', () => {
  test('saves itself as a draft that can be found, goes on after a reload, and is one post in the end', async ({
    browser,
  }) => {
    const { page, close } = await writer(browser);
    await openNew(page);
    await typeBody(page, 'A body alone is not a post.');
    await says(page, 'Not saved yet: a title is missing.');
    await titleOf(page).fill('Saves itself');
    await says(page, /^Saved$/);
    expect(await postTitled('Saves itself')).toMatchObject({ published: false, save_kind: 'autosave' });
    await page.waitForURL('**/admin/posts/new?draft=*');

    await page.reload();
    await bodyOf(page).getByText('A body alone is not a post.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Create New Post');
    await typeBody(page, ' More.');
    await button(page, 'Publish').dblclick();
    await page.waitForURL('**/admin/posts');
    await page.getByText('Post published successfully.').waitFor();
    expect(await postTitled('Saves itself')).toMatchObject({
      published: true,
      content: '<p>A body alone is not a post. More.</p>',
    });
    await openNew(page);
    await page.waitForTimeout(500);
    expect(await button(page, 'Restore').count()).toBe(0);
    await close();
  });

  test('a press while it saves itself, and a double press, make one post and lead to the list', async ({
    browser,
  }) => {
    const { page, close } = await writer(browser);
    await openNew(page);
    await page.route('**/admin/posts/new.data*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await titleOf(page).fill('Pressed meanwhile');
    await says(page, 'Saving…');
    await button(page, 'Save Draft').dblclick();
    await page.waitForURL('**/admin/posts');
    await page.getByText('Post saved as draft successfully.').waitFor();
    expect(await postsTitled('Pressed meanwhile')).toHaveLength(1);
    await close();
  });

  test('without a title is told so, and nothing is made', async ({ browser }) => {
    const { page, close } = await writer(browser);
    const before = await product.database.db.selectFrom('blog_posts').select('id').execute();
    await openNew(page);
    await button(page, 'Save Draft').click();
    await page.getByRole('alert').filter({ hasText: 'Please enter a post title.' }).waitFor();
    expect(await titleOf(page).getAttribute('aria-invalid')).toBe('true');
    const after = await product.database.db.selectFrom('blog_posts').select('id').execute();
    expect(after).toHaveLength(before.length);
    await close();
  });
});

describe('what was typed comes back', () => {
  test('after the browser was killed: every character, once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anyforge-profile-'));
    const before = await launchProfile(folder);
    const first = await before.context.newPage();
    await signIn(first);
    await first.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await openNew(first);
    await before.context.setOffline(true);
    await titleOf(first).fill('Before the crash');
    await first.getByLabel('Excerpt').fill('An excerpt.');
    await typeBody(first, 'The last word was written down.');
    await first.waitForTimeout(400);
    await before.kill();

    const after = await launchProfile(folder);
    const page = await after.context.newPage();
    // A browser writes cookies to its disk every half minute: the session may have outlived it or not.
    await after.context.clearCookies();
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await openNew(page);
    await page.getByText('Before the crash').waitFor();
    await button(page, 'Restore').click();
    await bodyOf(page).getByText('The last word was written down.').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Before the crash');
    expect(await page.getByLabel('Excerpt').inputValue()).toBe('An excerpt.');
    await button(page, 'Save Draft').click();
    await page.waitForURL('**/admin/posts');
    expect(await postTitled('Before the crash')).toMatchObject({
      excerpt: 'An excerpt.',
      content: '<p>The last word was written down.</p>',
    });
    await openNew(page);
    await page.waitForTimeout(500);
    expect(await button(page, 'Restore').count()).toBe(0);
    await after.context.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('after a closed tab: discarded, it is not offered again; another person is never offered it', async ({
    browser,
  }) => {
    const { page, close } = await writer(browser);
    const id = await makePost(page, 'Has a draft', 'Publish');
    await openEdit(page, id);
    await page.context().setOffline(true);
    await typeBody(page, ' Only typed.');
    const context = page.context();
    page.on('dialog', (asked) => void asked.accept());
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
    await context.setOffline(false);

    const stranger = await context.newPage();
    await signOut(stranger);
    await signUpEditor(stranger, 'other@firm.test');
    await openEdit(stranger, id);
    await stranger.waitForTimeout(500);
    expect(await button(stranger, 'Restore').count()).toBe(0);
    await signOut(stranger);

    await signIn(stranger);
    await openEdit(stranger, id);
    await button(stranger, 'Discard').waitFor();
    expect(await faultsOf(stranger)).toEqual([]);
    await button(stranger, 'Discard').click();
    expect(await bodyOf(stranger).textContent()).toBe('First words.');
    await stranger.reload();
    await bodyOf(stranger).waitFor();
    await stranger.waitForTimeout(500);
    expect(await button(stranger, 'Restore').count()).toBe(0);
    await close();
  });
});

describe('a save that does not arrive', () => {
  test('says why, is tried again, and arrives; a press is not repeated by itself', async ({ browser }) => {
    const { page, close } = await writer(browser);
    const id = await makePost(page, 'Cut line', 'Publish');
    await openEdit(page, id);
    await page.route('**/admin/posts/edit/**', (route) => route.abort('connectionreset'));
    await typeBody(page, ' Then the line was cut.');
    await button(page, 'Save Changes').click();
    await page.getByRole('alert').filter({ hasText: 'Failed to update post.' }).waitFor();
    await says(page, 'Not saved: there is no connection. Trying again…');
    await page.unroute('**/admin/posts/edit/**');
    await says(page, 'Saved, not live yet');
    expect((await postTitled('Cut line')).content).toBe('<p>First words.</p>');

    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor();
    await says(page, /^Saved$/);
    expect((await postTitled('Cut line')).content).toBe('<p>First words. Then the line was cut.</p>');
    await close();
  });

  test('whose answer was lost is not taken for somebody else’s', async ({ browser }) => {
    const { page, close } = await writer(browser);
    const id = await makePost(page, 'Lost answer', 'Save Draft');
    await openEdit(page, id);
    await page.route('**/admin/posts/edit/**', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await typeBody(page, ' It arrived.');
    await says(page, /Trying again/);
    expect((await postTitled('Lost answer')).content).toBe('<p>First words. It arrived.</p>');
    await page.unroute('**/admin/posts/edit/**');
    await typeBody(page, ' And this too.');
    await says(page, /^Saved$/);
    expect((await postTitled('Lost answer')).content).toBe('<p>First words. It arrived. And this too.</p>');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  test.for([
    [503, 'Not saved: the site is busy. Trying again…'],
    [413, 'Not saved: This post is too large to be saved. Please make it shorter.'],
  ] as const)('for an answer of %i says so', async ([status, line], { browser }) => {
    const { page, close } = await writer(browser);
    const id = await makePost(page, `Answer ${status}`, 'Save Draft');
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
    const { page, close } = await writer(browser);
    const id = await makePost(page, 'Killed server', 'Save Draft');
    await openEdit(page, id);
    const startAgain = await product.kill();
    await typeBody(page, ' Typed while it was down.');
    await says(page, /Not saved: there is no connection/);
    await startAgain();
    await says(page, /^Saved$/);
    expect((await postTitled('Killed server')).content).toBe('<p>First words. Typed while it was down.</p>');
    await close();
  });
});

describe('a session that has ended', () => {
  test('is begun again on top of the page, and the press goes on', async ({ browser }) => {
    const { page, close } = await writer(browser);
    await openNew(page);
    await titleOf(page).fill('Signed out meanwhile');
    await typeBody(page, 'Still here.');
    await revokeSessions();
    await button(page, 'Publish').click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill('not it');
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await dialog.getByText('Invalid email or password. Please try again.').waitFor();
    await dialog.getByLabel('Email').fill('other@firm.test');
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await dialog.getByText(`This text belongs to ${owner.email}.`).waitFor();
    await dialog.getByLabel('Email').fill(owner.email);
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/admin/posts');
    expect(await postTitled('Signed out meanwhile')).toMatchObject({
      published: true,
      content: '<p>Still here.</p>',
    });
    await close();
  });
});

describe('two tabs on one post', () => {
  test('both texts are shown field by field, and each side can be kept', async ({ browser }) => {
    const { page, close } = await writer(browser);
    const id = await makePost(page, 'Two tabs', 'Save Draft', 'A common text.');
    const other = await page.context().newPage();
    await openEdit(page, id);
    await openEdit(other, id);
    await typeBody(other, ' From the other.');
    await other.getByLabel('Excerpt').fill('Their excerpt.');
    await button(other, 'Save Changes').click();
    await other.getByText('Post updated successfully.').waitFor();

    await typeBody(page, ' From this one.');
    await button(page, 'Save Changes').click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved this post' });
    const mine = (field: string) =>
      dialog.getByRole('group', { name: field }).getByRole('radio', { name: /^Mine/ });
    await dialog.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await dialog.getByRole('group').count()).toBe(2);
    expect(await dialog.locator('ins', { hasText: 'this one' }).count()).toBe(1);
    expect(await dialog.locator('del', { hasText: 'the other' }).count()).toBe(1);
    expect(await mine('Content').isChecked()).toBe(true);
    expect(await mine('Excerpt').isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Post updated successfully.').waitFor();
    expect(await postTitled('Two tabs')).toMatchObject({
      content: '<p>A common text. From this one.</p>',
      excerpt: 'Their excerpt.',
    });
    await close();
  });
});

describe('a published post', () => {
  test('gets a working draft that visitors see only after Save Changes, and that can be discarded', async ({
    browser,
  }) => {
    const { page, close } = await writer(browser);
    const id = await makePost(page, 'Working draft', 'Publish');
    await openEdit(page, id);
    await typeBody(page, ' Not live.');
    await says(page, 'Saved, not live yet');
    await page.reload();
    await bodyOf(page).getByText('First words. Not live.').waitFor();
    expect((await postTitled('Working draft')).content).toBe('<p>First words.</p>');
    expect(await faultsOf(page)).toEqual([]);
    await button(page, 'Discard changes').click();
    await says(page, /^Saved$/);
    expect(await bodyOf(page).textContent()).toBe('First words.');

    await typeBody(page, ' Now live.');
    await says(page, 'Saved, not live yet');
    await button(page, 'Save Changes').dblclick();
    await page.getByText('Post updated successfully.').first().waitFor();
    expect((await postTitled('Working draft')).content).toBe('<p>First words. Now live.</p>');
    await close();
  });

  test('whose working draft was overtaken asks which of both to go on with', async ({ browser }) => {
    const { page, close } = await writer(browser);
    const id = await makePost(page, 'Overtaken', 'Publish');
    await openEdit(page, id);
    await typeBody(page, ' In the draft.');
    await says(page, 'Saved, not live yet');
    await product.database.db
      .updateTable('blog_posts')
      .set((eb) => ({ title: 'Overtaken from elsewhere', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await openEdit(page, id);
    const dialog = page.getByRole('dialog', { name: 'Somebody else saved this post' });
    await dialog.waitFor();
    expect(
      await dialog
        .getByRole('group', { name: 'Title' })
        .getByRole('radio', { name: /^Theirs/ })
        .isChecked(),
    ).toBe(true);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await says(page, 'Saved, not live yet');
    expect(await titleOf(page).inputValue()).toBe('Overtaken from elsewhere');
    await bodyOf(page).getByText('First words. In the draft.').waitFor();
    await close();
  });

  test('leaving with unsaved changes asks', async ({ browser }) => {
    const { page, close } = await writer(browser);
    await openNew(page);
    await titleOf(page).fill('Leaving');
    await page.getByRole('link', { name: 'Back to Posts' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await button(page, 'Stay').click();
    expect(await titleOf(page).inputValue()).toBe('Leaving');
    await close();
  });
});

describe('beside the text', () => {
  test('a tag and a category are made on the spot, once; keys save and publish', async ({ browser }) => {
    const { page, close } = await writer(browser);
    await openNew(page);
    await titleOf(page).fill('By keys alone');
    for (const [kind, name] of [
      ['New tag', 'Spot tag'],
      ['New category', 'Spot category'],
    ] as const) {
      await button(page, kind).press('Enter');
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      if (kind === 'New tag') await page.keyboard.press('Enter');
      else await button(page, 'Add').dblclick();
      await page.getByRole('textbox', { name: 'Name' }).waitFor({ state: 'detached' });
    }
    expect(await page.getByRole('checkbox', { name: 'Spot tag' }).isChecked()).toBe(true);
    await button(page, 'New tag').press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('spot TAG');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('checkbox').filter({ visible: true }).count()).toBe(1);
    await page.getByRole('switch', { name: 'Featured' }).press('Space');
    await page.getByText(/^The home page shows two: /).waitFor();

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await bodyOf(page).click();
    await page.keyboard.type('Is this a question? Yes.');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL('**/admin/posts');
    const post = await postTitled('By keys alone');
    expect(post).toMatchObject({ published: true, content: '<p>Is this a question? Yes.</p>' });

    await openEdit(page, post.id);
    await typeBody(page, ' Saved.');
    await page.keyboard.press('Control+s');
    await page.getByText('Post updated successfully.').waitFor();
    const { rows } = await sql<{ tag: string; category: string }>`
      select t.name as tag, c.name as category from blog_posts p
      join blog_categories c on c.id = p.category_id
      join blog_post_tags pt on pt.post_id = p.id join blog_tags t on t.id = pt.tag_id
      where p.id = ${post.id}`.execute(product.database.db);
    expect(rows).toEqual([{ tag: 'Spot tag', category: 'Spot category' }]);
    await close();
  });

  test('two revisions are compared, and parts of one brought back', async ({ browser }) => {
    const { page, close } = await writer(browser);
    const id = await makePost(page, 'Has revisions', 'Save Draft', 'The first text.');
    await openEdit(page, id);
    await typeBody(page, ' A second sentence.');
    await page.getByLabel('Excerpt').fill('Later excerpt.');
    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor();
    await page.getByRole('link', { name: 'Revisions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Revisions' }).waitFor();
    await page.locator('ins', { hasText: 'A second sentence.' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Excerpt' }).uncheck();
    await button(page, 'Restore chosen parts').dblclick();
    await page.getByText('Restored into the text you are editing.').waitFor();
    await bodyOf(page).getByText('The first text.', { exact: true }).waitFor();
    expect(await page.getByLabel('Excerpt').inputValue()).toBe('Later excerpt.');
    expect(await postTitled('Has revisions')).toMatchObject({ content: '<p>The first text.</p>' });
    await close();
  });

  test('a draft is seen as its visitors will see it, and shared with somebody who has no account', async ({
    browser,
  }) => {
    const author = await writer(browser);
    const { page, close } = author;
    const id = await makePost(page, 'For other eyes', 'Save Draft', 'Read me.');
    await page.goto(`${product.origin}/admin/posts/preview/${id}`);
    await button(page, 'View as visitor').click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1, name: 'For other eyes' }).waitFor();
    await frame.getByRole('link', { name: 'Back to Blog' }).waitFor();
    await button(page, 'Share').click();
    await button(page, 'Create link').dblclick({ delay: 100 });
    await page.getByRole('textbox', { name: 'Link' }).waitFor();
    await button(page, 'End link').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await button(page, 'End link').count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    const address = await page.getByRole('textbox', { name: 'Link' }).inputValue();

    const reader = await visit(browser);
    const answer = await reader.page.goto(address);
    expect(answer?.status()).toBe(200);
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    await reader.page.getByText('Read me.').waitFor();
    expectQuiet(reader);
    await button(page, 'End link').dblclick();
    await button(page, 'End link').waitFor({ state: 'detached' });
    expect((await reader.page.reload())?.status()).toBe(404);
    const token = new URL(address).pathname.split('/').at(-1) ?? '';
    expect(token.length).toBeGreaterThan(20);
    expect(product.output()).toContain('"path":"/preview/…"');
    expect(product.output()).not.toContain(token);
    expectQuiet(author);
    await reader.close();
    await close();
  });
});

test('a body of 5 MB is opened, typed into and saved whole', async ({ browser }) => {
  const { page, close } = await writer(browser);
  const id = await makePost(page, 'Five megabytes', 'Save Draft');
  const paragraph = `<p>${'word '.repeat(1_999)}end</p>`;
  const content = paragraph.repeat(Math.floor((5 * 1024 * 1024 - 2_000) / paragraph.length));
  await product.database.db.updateTable('blog_posts').set({ content }).where('id', '=', id).execute();
  await openEdit(page, id);
  await bodyOf(page).press('Control+End');
  await page.keyboard.insertText(' One more sentence.');
  await button(page, 'Save Changes').click();
  await page.getByText('Post updated successfully.').waitFor({ timeout: 90_000 });
  expect((await postTitled('Five megabytes')).content).toBe(
    content.replace(/<\/p>$/, ' One more sentence.</p>'),
  );
  await close();
});
