import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import type { RunningProduct } from '#tests/product.ts';
import type { visit, Visit } from './browser.ts';
import { type Account, visitAsWriter, writerAccount } from './editor-page.ts';

/** A browser of the writer's own, signed in. */
export function writer(
  browser: Browser,
  { origin }: RunningProduct,
  options: Parameters<typeof visit>[1] = {},
): Promise<Visit> {
  return visitAsWriter(browser, origin, options);
}

/** Every session ends, on every device. */
export async function revokeSessions({ database }: RunningProduct) {
  await database.db.deleteFrom('sessions').execute();
}

/** An account that is made an editor behind the screens. */
export async function addEditor(
  { origin, database: { db } }: RunningProduct,
  email: string,
): Promise<Account & { id: string }> {
  const account = { email, password: writerAccount.password };
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, username: email.split('@')[0] }),
  });
  expect(answer.status).toBe(200);
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await db.insertInto('admin_users').values({ user_id: id, role: 'editor' }).execute();
  return { ...account, id };
}

export const titleOf = (page: Page) => page.getByLabel('Title', { exact: true });
export const excerptOf = (page: Page) => page.getByLabel('Excerpt');
export const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function openNew(page: Page) {
  await page.goto('/admin/posts/new');
  await bodyOf(page).waitFor();
}

export async function openEdit(page: Page, id: string) {
  await page.goto(`/admin/posts/edit/${id}`);
  await bodyOf(page).waitFor();
}

export async function typeBody(page: Page, words: string) {
  await bodyOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

/** The form saves by itself: at once, as when its tab is hidden, not after the pause of typing. */
export async function savesItself(page: Page, line: string | RegExp = /^Saved$/) {
  await says(page, 'Unsaved changes');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });
  await says(page, line);
}

/** Waits until the form or a message says so. */
export const says = (page: Page, line: string | RegExp) =>
  page.getByRole('status').filter({ hasText: line }).first().waitFor();

export function postsTitled({ database }: RunningProduct, title: string) {
  return database.db.selectFrom('blog_posts').selectAll().where('title', '=', title).execute();
}

export async function postTitled(product: RunningProduct, title: string) {
  const [post, ...others] = await postsTitled(product, title);
  if (!post || others.length > 0) throw new Error(`There are ${others.length} more posts of that title.`);
  return post;
}

/** A post that is there already. @returns its id */
export async function storePost(
  { database: { db } }: RunningProduct,
  post: { title: string; isPublic?: boolean; words?: string },
): Promise<string> {
  const ctx = await contextAs(db, 'editor');
  const { id } = await createPost(
    ctx,
    newPost({
      title: post.title,
      content: `<p>${post.words ?? 'First words.'}</p>`,
      published: String(post.isPublic ?? false),
    }),
  );
  return id;
}

/** As a person closes it who says yes to leaving. */
export async function closeTab(page: Page) {
  page.on('dialog', (asked) => void asked.accept());
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
}

export type Written = { id: string; userId: string; values: { title: string }; content?: unknown };

/** What the browser has written down of texts that are not stored, with their bodies. */
export function writtenDown(page: Page): Promise<Written[]> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const db = await result(indexedDB.open('anyforge-journal'));
    const stores = db.transaction(['fields', 'bodies']);
    const fields: Written[] = await result(stores.objectStore('fields').getAll());
    const entries: Written[] = [];
    for (const entry of fields)
      entries.push({ ...entry, content: await result(stores.objectStore('bodies').get(entry.id)) });
    db.close();
    return entries;
  });
}
