import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { expectQuiet, phone, test } from './browser.ts';
import {
  contentOf,
  openEditor,
  paste,
  pixel,
  startAfresh,
  visitAsWriter,
  writerSettings,
  writtenIn,
} from './editor-page.ts';
import { storePost, titleOf } from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

/** @returns the address of a new image of the library */
async function upload(page: Page, name: string): Promise<string> {
  const answer = await page.request.post(`${product.origin}/api/images/editor-images?name=${name}`, {
    headers: { origin: product.origin, 'content-type': 'application/octet-stream' },
    data: Buffer.from(pixel, 'base64'),
  });
  expect(answer.status()).toBe(201);
  const { src }: { src: string } = await answer.json();
  return src;
}

describe('the library', () => {
  test('gives images to the text and to the featured image, searched, several at once, as a gallery', async ({
    browser,
  }) => {
    const writer = await visitAsWriter(browser, product.origin);
    const { page } = writer;
    const boat = await upload(page, 'boat.png');
    const tree = await upload(page, 'tree.png');
    await page.goto(`${product.origin}/admin/posts/new`);
    const content = await contentOf(page);
    await startAfresh(content);
    await page.keyboard.type('Before');
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Insert images' });
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('tab', { name: 'Upload' }).press('ArrowRight');
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
    await gallery.getByRole('tab', { name: 'Library' }).click();
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
    const stored = await product.database.db
      .selectFrom('blog_posts')
      .select(['featured_image', 'content'])
      .where('title', '=', 'From the library')
      .executeTakeFirstOrThrow();
    expect(stored.featured_image).toBe(boat);

    await page.goto(`${product.origin}/admin/posts/new`);
    await contentOf(page);
    await page.getByRole('button', { name: 'Choose from library' }).click();
    await featured.getByRole('button', { name: 'tree.png' }).waitFor();
    await featured.getByLabel('Used in post').fill('the library');
    await featured.getByRole('option', { name: 'From the library' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await featured.getByText('2 images', { exact: true }).waitFor();
    await featured.getByLabel('Search images').fill('boat');
    await featured.getByText('1 image', { exact: true }).waitFor();
    await featured.getByRole('button', { name: 'boat.png' }).click();
    await featured.getByText('“boat.png” is used in: From the library').waitFor();
    expectQuiet(writer);
    await writer.close();
  });

  test('a pasted image has no empty lines around it, and the caret stands below it', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    for (const [before, after] of [
      ['', ''],
      ['Above', ''],
    ]) {
      await startAfresh(content);
      await page.keyboard.type(before ?? '');
      await content.evaluate((element, base64) => {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], 'x.png', { type: 'image/png' }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, pixel);
      await content.locator('figure img').waitFor();
      await page.keyboard.type(`Below${after}`);
      const above = before === '' ? '' : `<p>${before}</p>`;
      expect((await writtenIn(content)).replace(/<img[^>]*>/, '<img>')).toBe(
        `${above}<figure><img></figure><p>Below</p>`,
      );
    }
    await writer.close();
  });
});

describe('a link', () => {
  test('finds posts by their title, and warns of a draft', async ({ browser }) => {
    await storePost(product, { title: 'The public post', isPublic: true });
    await storePost(product, { title: 'The hidden post' });
    for (const options of [{}, { viewport: phone }]) {
      const { writer, page, content } = await openEditor(browser, product.origin, options);
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
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await writtenIn(content)).toBe('<p><a href="/blog/the-public-post">The public post</a></p>');
      await paste(content, { 'text/plain': ' ' });
      expectQuiet(writer);
      await writer.close();
    }
  });
});
