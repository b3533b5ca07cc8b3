import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { cleanHtml, visibleText } from '#domain/html/html.ts';
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { exportsMissing, readExportedBodies } from '#tests/blog-exports.ts';
import { addPost, contextAs, storedPost } from '#tests/factories.ts';
import { bodyOfFootnotes, bodyOfImages, bodyOfTable, bodyOfWords } from '#tests/large-bodies.ts';
import { useProduct } from '#tests/product.ts';
import { axeViolations } from './accessibility.ts';
import { phone, test } from './browser.ts';
import {
  contentOf,
  maxConcurrent,
  openEditor,
  paste,
  pixel,
  startAfresh,
  throughEditor,
  uploadFrom,
  visitAsWriter,
  writerSettings,
  writtenIn,
  type EditorElement,
} from './editor-page.ts';
import { bodyOf, button, openEdit, postTitled, says, storePost, titleOf, typeBody } from './writing-page.ts';

const product = useProduct(writerSettings);

const storedContent = async (id: string) => (await storedPost(product.database.db, { id })).content;

describe('a very large post', () => {
  test.for([
    ['50,000 words', bodyOfWords(50_000)],
    ['2,000 images', bodyOfImages(2_000)],
    ['500 footnotes', bodyOfFootnotes(500)],
    ['a table of 50 × 200', bodyOfTable(50, 200)],
  ] as const)('of %s opens, takes keys, and is saved whole', async ([title, body]) => {
    const ctx = await contextAs(product.database.db, 'editor');
    const { id } = await addPost(ctx, { title, content: body });
    expect(await storedContent(id)).toBe(body);
    const { page } = await visitAsWriter(product);
    await page.route('**/storage/**', (route) => route.fulfill({ status: 200, contentType: 'image/png' }));
    await openEdit(page, id);
    const content = await contentOf(page);
    expect(await writtenIn(content)).toBe(body);
    await typeBody(page, ' Typed.');
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
  });

  test('of 5 MB, the most that a post can hold, is opened, typed into and saved whole', async () => {
    const ctx = await contextAs(product.database.db, 'editor');
    const paragraph = `<p>${'word '.repeat(1_999)}end</p>`;
    const content = paragraph.repeat(Math.floor((5 * 1024 * 1024 - 2_000) / paragraph.length));
    const { id } = await addPost(ctx, { title: 'Five megabytes', content });
    const { page } = await visitAsWriter(product);
    await openEdit(page, id);
    await bodyOf(page).press('Control+End');
    await page.keyboard.insertText(' One more message.');
    await button(page, 'Save Changes').click();
    await page.getByText('Post updated successfully.').waitFor({ timeout: 90_000 });
    expect(await storedContent(id)).toBe(content.replace(/<\/p>$/, ' One more message.</p>'));
  });
});

describe('a very large paste', () => {
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
  ] as const)('of 5 MB as %s is there whole; what is more than a post holds is said', async ([type, as]) => {
    const { page } = await visitAsWriter(product, { path: '/admin/posts/new' });
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
        (element as EditorElement).editor.commands.setBody(half);
      },
      written.slice(0, written.indexOf('</p>', written.length / 2) + 4),
    );
    await says(page, /^Saved$/);
  });

  test('of two thousand images leaves the page alive, and they arrive a few at a time', async () => {
    const { page } = await visitAsWriter(product);
    expect(await maxConcurrent(page, product.origin, 2_000)).toBeLessThanOrEqual(3);
  });
});

/** The elements of which a body may have fewer afterwards, and why that is meant. Of every other none is lost. */
const writtenAnew = new Map([
  ['p', 'the only paragraph of an item or a cell is written without it'],
  ['b', 'written as strong'],
  ['i', 'written as em'],
  ['br', 'nothing at the end of a block; a line of its own within code'],
  ['span', "colors within code are the page's"],
  ['a', 'two neighbors to one address are one link'],
  ['strong', 'two neighbors are one'],
  ['cite', 'two neighbors are one'],
  ['small', 'two neighbors are one'],
]);

/** Every body: what the server would load, through the editor, saved, loaded and saved again. */
async function expectStable(page: Page, sources: readonly string[]): Promise<void> {
  await page.goto(`${product.origin}/admin/posts/new`);
  const content = await contentOf(page);
  for (let from = 0; from < sources.length; from += 25) {
    const loaded = sources.slice(from, from + 25).map(cleanHtml);
    const written = await throughEditor(content, loaded);
    const saved = written.map(cleanHtml);
    const savedAgain = (await throughEditor(content, saved)).map(cleanHtml);
    for (const [index, before] of loaded.entries()) {
      const [once = '', twice = ''] = [saved[index], savedAgain[index]];
      // The server keeps the text that the editor writes, character by character.
      expect(once, `body ${from + index}`).toBe(written[index]);
      expect(twice, `body ${from + index}`).toBe(once);
      expect(wordsOf(once), `body ${from + index}`).toBe(wordsOf(before));
      expect(lostElements(before, once), `body ${from + index}`).toEqual([]);
    }
  }
}

for (const [name, missing, read] of [
  ['723 real articles', articlesMissing, () => readArticles().map(({ html }) => html)],
  ['exported posts of every awkward shape', exportsMissing, readExportedBodies],
] as const)
  describe.skipIf(missing !== null)(`${name}${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
    test('through the editor: no word is lost, and the second save changes no byte', async () => {
      const { page } = await visitAsWriter(product);
      await expectStable(page, read());
    });
  });

/** Every character, with each run of spaces as one. */
function wordsOf(html: string): string {
  return visibleText(html)
    .replaceAll(/[ \n\t]+/g, ' ')
    .trim();
}

function lostElements(before: string, after: string): string[] {
  const [had, has] = [countElements(before), countElements(after)];
  return [...had]
    .filter(([name, count]) => !writtenAnew.has(name) && (has.get(name) ?? 0) < count)
    .map(([name]) => name);
}

function countElements(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9]*)/g))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** @returns the address of a new image of the library */
const uploadImage = (page: Page, name: string) =>
  uploadFrom(page, product.origin, Buffer.from(pixel, 'base64'), `editor-images?name=${name}`);

describe('the library', () => {
  test('gives images to the text and to the featured image, searched, several at once, as a gallery', async () => {
    const { page } = await visitAsWriter(product);
    const boat = await uploadImage(page, 'boat.png');
    const tree = await uploadImage(page, 'tree.png');
    await page.goto(`${product.origin}/admin/posts/new`);
    const content = await contentOf(page);
    await startAfresh(content);
    await page.keyboard.type('Before');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert images' });
    await dialog.getByRole('button', { name: 'boat.png' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('Search images').fill('tree');
    await dialog.getByRole('button', { name: 'boat.png' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'tree.png' }).click();
    await dialog.getByLabel('Search images').fill('');
    await dialog.getByRole('button', { name: 'boat.png' }).click();
    await dialog.getByRole('button', { name: 'Insert 2 images' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.type('After');
    const figure = (src: string) => `<figure><img src="${src}" width="1" height="1"></figure>`;
    expect(await writtenIn(content)).toBe(`<p>Before</p>${figure(tree)}${figure(boat)}<p>After</p>`);

    await startAfresh(content);
    await page.keyboard.type('/gallery');
    await page.keyboard.press('Enter');
    const gallery = page.getByRole('dialog', { name: 'Insert gallery' });
    await gallery.getByRole('button', { name: 'boat.png' }).click();
    await gallery.getByRole('button', { name: 'tree.png' }).click();
    await gallery.getByRole('button', { name: 'Insert 2 images' }).click();
    await content.locator('figure img').first().click();
    await page.getByRole('button', { name: 'Move on' }).click();
    expect(await writtenIn(content)).toBe(
      `<figure class="block-gallery">${figure(tree)}${figure(boat)}</figure>`,
    );

    await page.getByRole('button', { name: 'Choose from library' }).click();
    const featured = page.getByRole('dialog', { name: 'Featured Image' });
    await featured.getByRole('button', { name: 'boat.png' }).click();
    await featured.getByRole('button', { name: 'Insert image' }).click();
    await page.getByRole('button', { name: 'Remove image' }).waitFor();
    await titleOf(page).fill('From the library');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL('**/admin/posts');
    expect((await postTitled(product, 'From the library')).featured_image).toBe(boat);

    await page.goto(`${product.origin}/admin/posts/new`);
    await contentOf(page);
    await page.getByRole('button', { name: 'Choose from library' }).click();
    await featured.getByRole('button', { name: 'tree.png' }).waitFor();
    await featured.getByLabel('Search images').fill('boat');
    await featured.getByText('1 image', { exact: true }).waitFor();
    await featured.getByRole('button', { name: 'boat.png' }).click();
    await featured.getByText('“boat.png” is used in: From the library').waitFor();
  });
});

describe('a link', () => {
  test('finds posts by their title, and warns of a draft', async () => {
    await storePost(product, { title: 'The public post', isPublic: true });
    await storePost(product, { title: 'The hidden post' });
    const { page, content } = await openEditor(product, { viewport: phone });
    await startAfresh(content);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await dialog.getByLabel('Address').fill('hidden');
    await dialog.getByRole('option', { name: 'The hidden post' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByText('This post is not public yet.').waitFor();
    await dialog.getByLabel('Address').fill('public pos');
    await dialog.getByRole('option', { name: 'The public post' }).click();
    await dialog.getByText('This post is not public yet.').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await writtenIn(content)).toBe('<p><a href="/blog/the-public-post">The public post</a></p>');
  });
});
