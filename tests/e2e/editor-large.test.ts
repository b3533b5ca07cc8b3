import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { cleanHtml, visibleText } from '#domain/text/html.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { bodyOfFootnotes, bodyOfImages, bodyOfTable, bodyOfWords } from '#tests/large-bodies.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { test } from './browser.ts';
import {
  contentOf,
  maxConcurrent,
  paste,
  startAfresh,
  visitAsWriter,
  writerSettings,
  writtenIn,
} from './editor-page.ts';
import { bodyOf, button, openEdit, says } from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

const storedContent = async (id: string) =>
  (
    await product.database.db
      .selectFrom('blog_posts')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).content;

async function typeAtEnd(page: Page, content: Locator, words: string): Promise<void> {
  await content.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

describe('a very large post', () => {
  test.for([
    ['50,000 words', bodyOfWords(50_000)],
    ['2,000 images', bodyOfImages(2_000)],
    ['500 footnotes', bodyOfFootnotes(500)],
    ['a table of 50 × 200', bodyOfTable(50, 200)],
  ] as const)('of %s opens, takes keys, and is saved whole', async ([title, body], { browser }) => {
    const ctx = await contextAs(product.database.db, 'editor');
    const { id } = await createPost(ctx, newPost({ title, content: body }));
    expect(await storedContent(id)).toBe(body);
    const writer = await visitAsWriter(browser, product.origin, { baseURL: product.origin });
    const { page } = writer;
    await page.route('**/storage/**', (route) => route.fulfill({ status: 200, contentType: 'image/png' }));
    await openEdit(page, id);
    const content = await contentOf(page);
    expect(await writtenIn(content)).toBe(body);
    await typeAtEnd(page, content, ' Typed.');
    const written = await writtenIn(content);
    expect(visibleText(written)).toContain('Typed.');
    await button(page, 'Save Draft').or(button(page, 'Save Changes')).first().click();
    await says(page, /^Saved$/);
    expect(await storedContent(id)).toBe(written);
    expect(
      visibleText(written)
        .replace(/\s*Typed\./, '')
        .trim(),
    ).toBe(visibleText(body).trim());
    await writer.close();
  });

  test('of 500 footnotes takes one more in the middle, and all are numbered anew', async ({ browser }) => {
    const writer = await visitAsWriter(browser, product.origin, { baseURL: product.origin });
    const { page } = writer;
    const ctx = await contextAs(product.database.db, 'editor');
    const { id } = await createPost(ctx, newPost({ title: 'Notes', content: bodyOfFootnotes(500) }));
    await openEdit(page, id);
    const content = await contentOf(page);
    await content.locator('p').nth(249).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Alt+f');
    await page.keyboard.type('In between');
    const written = await writtenIn(content);
    const numbers = [...written.matchAll(/class="block-footnote">(\d+)</g)].map(([, number]) =>
      Number(number),
    );
    expect(numbers).toEqual(Array.from({ length: 501 }, (_, index) => index + 1));
    const notes = [...written.matchAll(/<li id="anchor-fn-[^"]*">([^<]*?) <a/g)].map(([, words]) => words);
    expect(notes.slice(249, 252)).toEqual(['Note 250', 'In between', 'Note 251']);
    expect(cleanHtml(written)).toBe(written);
    await writer.close();
  });

  test('of 5 MB, the most that a post can hold, is opened, typed into and saved whole', async ({
    browser,
  }) => {
    const ctx = await contextAs(product.database.db, 'editor');
    const paragraph = `<p>${'word '.repeat(1_999)}end</p>`;
    const content = paragraph.repeat(Math.floor((5 * 1024 * 1024 - 2_000) / paragraph.length));
    const { id } = await createPost(ctx, newPost({ title: 'Five megabytes', content }));
    const { page, close } = await visitAsWriter(browser, product.origin, { baseURL: product.origin });
    await openEdit(page, id);
    await bodyOf(page).press('Control+End');
    await page.keyboard.insertText(' One more message.');
    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor({ timeout: 90_000 });
    expect(await storedContent(id)).toBe(content.replace(/<\/p>$/, ' One more message.</p>'));
    await close();
  });
});

describe('a very large paste', () => {
  test('of 10,000 words loses none of them', async ({ browser }) => {
    const writer = await visitAsWriter(browser, product.origin);
    await writer.page.goto(`${product.origin}/admin/posts/new`);
    const content = await contentOf(writer.page);
    await startAfresh(content);
    const html = bodyOfWords(10_000);
    await paste(content, { 'text/html': html, 'text/plain': visibleText(html) });
    expect(visibleText(await writtenIn(content))).toBe(visibleText(html));
    await writer.close();
  });

  test.for([
    ['text/plain', (words: string) => words],
    [
      'text/html',
      (words: string) =>
        words
          .split('\n\n')
          .map((line) => `<p>${line}</p>`)
          .join(''),
    ],
  ] as const)(
    'of 5 MB as %s is there whole, more than a post holds is said at the form, and nothing is lost',
    async ([type, as], { browser }) => {
      const writer = await visitAsWriter(browser, product.origin, { baseURL: product.origin });
      const { page } = writer;
      await page.goto('/admin/posts/new');
      const content = await contentOf(page);
      await page.getByLabel('Title', { exact: true }).fill(`Five megabytes of ${type}`);
      await startAfresh(content);
      const line = `${'words of a very long text '.repeat(40).trim()}\n\n`;
      const words = line.repeat(Math.ceil((5 * 1024 * 1024) / line.length));
      await paste(content, { [type]: as(words) });
      const written = await writtenIn(content);
      expect(visibleText(written).match(/words of a very long text/g)).toHaveLength(
        words.match(/words of a very long text/g)?.length ?? 0,
      );
      await says(page, 'Not saved: The content is too long: 5 MB is the most a post can hold.');
      // Half of it is a post.
      await content.evaluate(
        (element, half) => {
          (
            element as unknown as { editor: { commands: { setBody: (html: string) => void } } }
          ).editor.commands.setBody(half);
        },
        written.slice(0, written.indexOf('</p>', written.length / 2) + 4),
      );
      await says(page, /^Saved$/);
      await writer.close();
    },
  );

  test('of two thousand images leaves the page alive, and they arrive a few at a time', async ({
    browser,
  }) => {
    const writer = await visitAsWriter(browser, product.origin);
    expect(await maxConcurrent(writer.page, product.origin, 2_000)).toBeLessThanOrEqual(3);
    await writer.close();
  });
});
