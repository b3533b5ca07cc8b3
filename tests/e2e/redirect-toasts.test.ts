import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { redirectToasts, type RedirectToastKey } from '#app/routes/admin/frame/redirect-toasts.ts';
import { isLong } from '#tests/long.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { test, visit } from './browser.ts';
import { writerAccount, writerSettings } from './editor-page.ts';
import { button, openEdit, openNew, signIn, storePost, titleOf } from './writing-page.ts';

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

/** A redirect that carries a toast: what leads to it, and where it ends. */
type Redirect = { name: string; at: RegExp; run: (page: Page) => Promise<void>; signedOut?: true };

/** The type makes it complete: a new toast does not compile without its redirect here. */
const redirects: Record<RedirectToastKey, Redirect[]> = {
  'signed-in': [
    {
      name: 'the login, to the dashboard',
      at: /\/admin$/,
      signedOut: true,
      run: (page) => logIn(page, '/admin/login'),
    },
    {
      name: 'the login, back to the screen that asked for it',
      at: /\/admin\/users\?q=writer$/,
      signedOut: true,
      run: (page) => logIn(page, '/admin/users?q=writer'),
    },
  ],
  'post-published': [
    {
      name: 'publishing a new post',
      at: /\/admin\/posts$/,
      async run(page) {
        await openNew(page);
        await titleOf(page).fill('Published from the form');
        await button(page, 'Publish').click();
      },
    },
  ],
  'post-saved-as-draft': [
    {
      name: 'saving a new post as a draft',
      at: /\/admin\/posts$/,
      async run(page) {
        await openNew(page);
        await titleOf(page).fill('A draft from the form');
        await button(page, 'Save Draft').click();
      },
    },
    {
      name: 'saving a deleted post as a new one',
      at: /\/admin\/posts$/,
      async run(page) {
        const id = await storePost(product, { title: 'Deleted while open' });
        await openEdit(page, id);
        await product.database.db.deleteFrom('blog_posts').where('id', '=', id).execute();
        await titleOf(page).fill('Saved once more');
        await button(page, 'Save Changes').click();
        await button(page, 'Save as a new post').click();
      },
    },
  ],
  'page-published': [
    {
      name: 'publishing a new page',
      at: /\/admin\/pages$/,
      async run(page) {
        await page.goto('/admin/posts/new?kind=page');
        await titleOf(page).fill('A page from the form');
        await button(page, 'Publish').click();
      },
    },
  ],
  'page-saved-as-draft': [
    {
      name: 'saving a new page as a draft',
      at: /\/admin\/pages$/,
      async run(page) {
        await page.goto('/admin/posts/new?kind=page');
        await titleOf(page).fill('A draft page from the form');
        await button(page, 'Save Draft').click();
      },
    },
  ],
  'revision-restored': [
    {
      name: 'restoring a revision',
      at: /\/admin\/posts\/edit\/[^/]+$/,
      async run(page) {
        const id = await storePost(product, { title: 'Before', isPublic: true });
        await openEdit(page, id);
        await titleOf(page).fill('After');
        await button(page, 'Save Changes').click();
        await page.getByText('Post updated successfully.').waitFor();
        await page.goto(`/admin/posts/edit/${id}/revisions`);
        await page.getByRole('navigation', { name: 'Revisions' }).getByRole('link').last().click();
        await button(page, 'Restore this version').click();
      },
    },
  ],
  'message-deleted': [
    {
      name: 'deleting a message',
      at: /\/admin\/messages$/,
      async run(page) {
        await page.goto(`/admin/messages/${await storeMessage('deleted@harbor.test')}`);
        await page.getByRole('button', { name: 'Delete' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      },
    },
  ],
  'person-erased': [
    {
      name: 'erasing a person from their message',
      at: /\/admin\/messages$/,
      async run(page) {
        await page.goto(`/admin/messages/${await storeMessage('erased@harbor.test')}`);
        await page.getByRole('button', { name: /^Erase/ }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Erase/ })
          .click();
      },
    },
  ],
  'post-not-loaded': [
    {
      name: 'opening a post that has just been deleted, from the list',
      at: /\/admin\/posts$/,
      async run(page) {
        const id = await storePost(product, { title: 'Deleted behind the list' });
        await page.goto('/admin/posts');
        await page.getByText('Deleted behind the list').waitFor();
        await product.database.db.deleteFrom('blog_posts').where('id', '=', id).execute();
        await page.getByRole('link', { name: 'Deleted behind the list' }).click();
      },
    },
    {
      name: 'opening a post while its table cannot be read, from the dashboard',
      at: /\/admin\/posts$/,
      async run(page) {
        await storePost(product, { title: 'Behind a failure' });
        await page.goto('/admin');
        const link = page.getByRole('link', { name: 'Behind a failure' });
        await link.waitFor();
        await sql`alter table blog_post_tags rename to blog_post_tags_away`.execute(product.database.db);
        try {
          await link.click();
          await page.waitForURL(/\/admin\/posts$/);
        } finally {
          await sql`alter table blog_post_tags_away rename to blog_post_tags`.execute(product.database.db);
        }
      },
    },
    {
      name: 'opening a post while the connection breaks, from the list',
      at: /\/admin\/posts$/,
      async run(page) {
        await storePost(product, { title: 'Behind a broken line' });
        await page.goto('/admin/posts');
        await page.route('**/admin/posts/edit/**', (route) => route.abort('connectionreset'));
        await page.getByRole('link', { name: 'Behind a broken line' }).click();
      },
    },
    {
      name: 'loading the address of a post that does not exist',
      at: /\/admin\/posts$/,
      run: async (page) => void (await page.goto(`/admin/posts/edit/${randomUUID()}`)),
    },
  ],
};

for (const [key, list] of Object.entries(redirects)) {
  if (!(key in redirectToasts)) continue;
  const { title, text } = redirectToasts[key as RedirectToastKey]; // asked above
  describe(`"${title}" "${text}"`, () => {
    test.for(isLong ? list : list.slice(0, 1))(
      'is shown after $name, once',
      async ({ at, run, signedOut }, { browser }) => {
        const { page, close } = await visit(browser, { baseURL: product.origin });
        if (!signedOut) await signIn(page, product.origin);
        await run(page);
        await page.waitForURL(at);
        const toast = page.getByLabel('Notifications').getByText(text, { exact: true });
        await toast.waitFor({ timeout: 5_000 });
        expect(await page.getByLabel('Notifications').getByText(title, { exact: true }).count()).toBe(1);
        await button(page, 'Dismiss').click();
        await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Tags' }).click();
        await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
        await page.reload();
        await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
        expect(await toast.count()).toBe(0);
        expect(new URL(page.url()).pathname).toBe('/admin/tags');
        await close();
      },
    );
  });
}

async function logIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(writerAccount.email);
  await page.getByLabel('Password', { exact: true }).fill(writerAccount.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** @returns the message's id */
async function storeMessage(email: string): Promise<string> {
  const {
    rows: [message],
  } = await sql<{ id: string }>`
    insert into messages (kind, name, email, subject, message, page, campaign, status, content_hash, text_hash)
    values ('contact', 'Ada Ferry', ${email}, 'A ferry', 'When does it leave?', '', '', 'new',
      sha256(${email}::bytea), sha256(${email}::bytea))
    returning id`.execute(product.database.db);
  if (!message) throw new Error('The message was not stored.');
  return message.id;
}

describe('a scheduled post', () => {
  const date = 'July 1, 2999 at 9:30 AM';
  const note = `It will be public on ${date} (UTC).`;

  test('is told when it will be public, and a public post no future', async ({ browser }) => {
    const { page, close } = await visit(browser, { baseURL: product.origin });
    await signIn(page, product.origin);
    await openNew(page);
    await titleOf(page).fill('Scheduled for later');
    await button(page, 'Pick a date').click();
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('Shift+PageDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Publish Time').fill('23:59');
    const dateLine = page.getByText(/^(Will be published|Published): /);
    const planned = (await dateLine.textContent()) ?? '';
    expect(planned).toMatch(/^Will be published: .* at 11:59 PM$/);
    await button(page, 'Publish').click();
    await page.waitForURL(/\/admin\/posts$/);
    const publicAt = planned.replace('Will be published: ', '');
    await page
      .getByText(`Post published successfully. It will be public on ${publicAt} (UTC).`, { exact: true })
      .waitFor();

    const id = await storePost(product, { title: 'Public since long', isPublic: true });
    await openEdit(page, id);
    expect(await dateLine.textContent()).toMatch(/^Published: /);
    await product.database.db
      .updateTable('blog_posts')
      .set({ published_at: new Date('2999-07-01T09:30:00Z') })
      .where('id', '=', id)
      .execute();
    await page.reload();
    await titleOf(page).waitFor();
    expect(await dateLine.textContent()).toBe(`Will be published: ${date}`);
    await titleOf(page).fill('Public later');
    await button(page, 'Save Changes').click();
    await page.getByText(`Post updated successfully. ${note}`, { exact: true }).waitFor();
    await close();
  });
});
