import type { Editor } from '@tiptap/core';
import type { Locator, Page } from 'playwright-core';

import { clientSignedIn } from '#tests/client.ts';
import type { RunningProduct } from '#tests/product.ts';
import { visit, type Visit } from './browser.ts';

export type Account = { email: string; password: string };

export const writerAccount: Account = { email: 'writer@firm.test', password: 'correct horse battery' };

/** Settings of a product that the writer can sign in to. */
export const writerSettings = { ADMIN_EMAIL: writerAccount.email, ADMIN_PASSWORD: writerAccount.password };

/** A visitor who is signed in as the writer, at `path` where one is given; addresses begin at the product. */
export async function visitAsWriter(
  product: RunningProduct,
  { path, ...options }: Parameters<typeof visit>[0] & { path?: string } = {},
): Promise<Visit> {
  const writer = await visit({ baseURL: product.origin, ...options });
  await signIn(writer.page, product);
  if (path !== undefined) await writer.page.goto(path);
  return writer;
}

/** Begins a session of the page's browser, in place of the one before; by way of the database, where no password costs its hash. */
export async function signIn(
  page: Page,
  product: RunningProduct,
  { email }: { email: string } = writerAccount,
  origin = product.origin,
): Promise<void> {
  const query = product.database.db.selectFrom('users').select('id').where('email', '=', email);
  const { id } = await query.executeTakeFirstOrThrow();
  const { cookies } = await clientSignedIn({ ...product, origin }, id);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
}

/** The text field of the form, with the editor that the library puts at it. */
export type EditorElement = HTMLElement & { editor: Editor };

/** The text field of the form; it is there once the editor has arrived. */
export async function contentOf(page: Page): Promise<Locator> {
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.waitFor();
  return content;
}

/** The editor of a new post, signed in as the writer. */
export async function openEditor(product: RunningProduct, options: Parameters<typeof visit>[0] = {}) {
  const { page } = await visitAsWriter(product, { path: '/admin/posts/new', ...options });
  return { page, content: await contentOf(page) };
}

/** The text that a save would send. */
export function writtenIn(content: Locator): Promise<string> {
  return content.evaluate((element) => {
    const { editor } = element as EditorElement;
    return editor.storage.body.write(editor.state.doc);
  });
}

/** Each body in the place of the one before, as it would be loaded and saved. */
export function throughEditor(content: Locator, bodies: readonly string[]): Promise<string[]> {
  return content.evaluate((element, htmls) => {
    const { editor } = element as EditorElement;
    return htmls.map((html) => {
      editor.commands.setBody(html);
      return editor.storage.body.write(editor.state.doc);
    });
  }, bodies);
}

/** An empty text with the cursor in it. */
export async function startAfresh(content: Locator): Promise<void> {
  await throughEditor(content, ['']);
  await content.click();
}

/** One key after the other. */
export async function press({ keyboard }: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await keyboard.press(key);
}

/** As the browser tells the page of a paste. */
export function paste(content: Locator, data: Record<string, string>): Promise<void> {
  return content.evaluate((element, entries) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(entries)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

/** An image is let go over an element, near its upper left corner, or pasted into it. */
export function giveImage(place: Locator, base64: string, name: string, how: 'drop' | 'paste' = 'drop') {
  return place.evaluate(
    (element, file) => {
      const bytes = Uint8Array.from(atob(file.base64), (one) => one.charCodeAt(0));
      const carried = new DataTransfer();
      carried.items.add(new File([bytes], file.name, { type: 'image/png' }));
      const { left, top } = element.getBoundingClientRect();
      const init = { clientX: left + 1, clientY: top + 2, bubbles: true, cancelable: true };
      element.dispatchEvent(
        file.how === 'drop'
          ? new DragEvent('drop', { dataTransfer: carried, ...init })
          : new ClipboardEvent('paste', { clipboardData: carried, ...init }),
      );
    },
    { name, base64, how },
  );
}

/** Uploads an image as the person who is signed in. @returns its address */
export async function uploadFrom(page: Page, origin: string, data: Buffer, place = 'editor-images') {
  const headers = { origin, 'content-type': 'application/octet-stream' };
  const answer = await page.request.post(`${origin}/api/images/${place}`, { headers, data });
  const { src }: { src: string } = await answer.json();
  return src;
}

/** One red pixel: a PNG, in base 64. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/**
 * Pastes so many images at once into a new post, writes on while they are on their way, and waits for all of them.
 * @returns the most that were under way at a time
 */
export async function maxConcurrent(page: Page, origin: string, images: number): Promise<number> {
  let [underWay, most, sent] = [0, 0, 0];
  await page.route('**/api/images/**', async (route) => {
    underWay += 1;
    most = Math.max(most, underWay);
    sent += 1;
    const src = `/storage/blog-images/editor-images/${String(sent).padStart(20, '1')}.png`;
    await route.fulfill({ status: 201, json: { id: String(sent), src, width: 1, height: 1, createdAt: '' } });
    underWay -= 1;
  });
  await page.route('**/storage/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') }),
  );
  await page.goto(`${origin}/admin/posts/new`);
  const content = await contentOf(page);
  await startAfresh(content);
  await content.evaluate(
    (element, { base64, many }) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const clipboardData = new DataTransfer();
      for (let n = 0; n < many; n += 1)
        clipboardData.items.add(new File([bytes], `${n}.png`, { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { base64: pixel, many: images },
  );
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Still here');
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('.rich-text figure img').length === wanted,
    images,
    { timeout: 100_000 },
  );
  await content.getByText('Still here').waitFor();
  return most;
}
