import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';

import { addPost, contextAs } from '#tests/factories.ts';
import type { RunningProduct } from '#tests/product.ts';
import { type Account, visitAsWriter, writerAccount } from './editor-page.ts';

/** Every session ends, on every device. */
export async function revokeSessions({ database }: RunningProduct) {
  await database.db.deleteFrom('sessions').execute();
}

/** Another person with a role, and with the password of the writer. */
export async function addPerson(
  { database: { db } }: RunningProduct,
  email: string,
  role: 'editor' | 'contributor' = 'editor',
): Promise<Account & { id: string }> {
  const { rows } = await sql<{ id: string }>`
    insert into users (email, email_verified, password_hash)
    select ${email}, true, password_hash from users
    where email = ${writerAccount.email} returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`insert into profiles (user_id, username) values (${id}, ${email.split('@')[0]})`.execute(db);
  await db.insertInto('admin_users').values({ user_id: id, role }).execute();
  return { email, password: writerAccount.password, id };
}

export const titleOf = (page: Page) => page.getByLabel('Title', { exact: true });
export const excerptOf = (page: Page) => page.getByLabel('Excerpt');
export const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

/** Until its script runs, a link of a screen loads a page, and a form sends itself. */
export const untilScriptRuns = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  );

export async function openNew(page: Page) {
  await page.goto('/admin/posts/new');
  await bodyOf(page).waitFor();
}

export async function openEdit(page: Page, id: string) {
  await page.goto(`/admin/posts/edit/${id}`);
  await bodyOf(page).waitFor();
}

/** The form of a post that is there already, opened by the writer. */
export async function openStored(
  product: RunningProduct,
  post: Parameters<typeof storePost>[1],
  options: Parameters<typeof visitAsWriter>[1] = {},
): Promise<{ page: Page; id: string }> {
  const { page } = await visitAsWriter(product, options);
  const id = await storePost(product, post);
  await openEdit(page, id);
  return { page, id };
}

export async function typeBody(page: Page, words: string) {
  await bodyOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(words);
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
  post: { title: string; isPublic?: boolean; words?: string; content?: string },
): Promise<string> {
  const ctx = await contextAs(db, 'editor');
  const { id } = await addPost(ctx, {
    title: post.title,
    content: post.content ?? `<p>${post.words ?? 'First words.'}</p>`,
    published: String(post.isPublic ?? false),
  });
  return id;
}

/** As a person closes it who says yes to leaving. */
export async function closeTab(page: Page) {
  page.on('dialog', (asked) => void asked.accept());
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
}

export type Written = { id: string; userId: string; values: { title: string }; content?: unknown };

/** The browser's journal of texts that are not stored. */
export function writtenDown(page: Page): Promise<Written[]> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    // To open one that is not there would make it, without what the page makes in it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'anyforge-journal')) return [];
    const db = await result(indexedDB.open('anyforge-journal'));
    const entries: Written[] = await result(db.transaction('entries').objectStore('entries').getAll());
    db.close();
    return entries;
  });
}
