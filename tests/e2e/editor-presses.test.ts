import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { createClient } from '#tests/client.ts';
import { test } from './browser.ts';
import {
  contentOf,
  paste,
  pixel,
  startAfresh,
  throughEditor,
  visitAsWriter,
  writerSettings,
  writerAccount,
  writtenIn,
} from './editor-page.ts';
import { says, storePost, titleOf } from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
  await storePost(product, { title: 'The harbor', isPublic: true });
  const admin = createClient(product);
  await admin.post('/admin/login', writerAccount);
  for (const name of ['one.png', 'two.png', 'three.png'])
    await admin.file(`/api/images/editor-images?name=${name}`, new Uint8Array(Buffer.from(pixel, 'base64')));
});
afterAll(() => product.stop());

/** The presses of each task as docs/writing.md tells them. */
const told = new Map(
  (readFileSync(join(import.meta.dirname, '../../docs/writing.md'), 'utf8').split('\n## ')[1] ?? '')
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      return cells.length === 7 && /^\d+$/.test(cells[4] ?? '')
        ? [[cells[1], Number(cells[4])] as const]
        : [];
    }),
);

type Hands = {
  page: Page;
  content: Locator;
  presses: number;
  press: (chord: string) => Promise<void>;
  /** Keys that are no words of the text. */
  keys: (text: string) => Promise<void>;
  click: (target: Locator) => Promise<void>;
  /** Ctrl+V. */
  paste: (data: Record<string, string>) => Promise<void>;
};

function handsOn(page: Page, content: Locator): Hands {
  const hands: Hands = {
    page,
    content,
    presses: 0,
    press: async (chord) => {
      hands.presses += 1;
      await page.keyboard.press(chord);
    },
    keys: async (text) => {
      hands.presses += text.length;
      await page.keyboard.type(text);
    },
    click: async (target) => {
      hands.presses += 1;
      await target.click();
    },
    paste: async (data) => {
      hands.presses += 1;
      await paste(content, data);
    },
  };
  return hands;
}

/** Each begins in an empty text of a new post. */
const tasks: Record<string, (hands: Hands) => Promise<void>> = {
  'from the title of a new post to its text': async ({ page, content, press }) => {
    await page.reload();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'title');
    await page.keyboard.type('A title');
    await press('Enter');
    await page.keyboard.type('Words');
    expect(await writtenIn(content)).toBe('<p>Words</p>');
  },
  'save a new post and go on writing': async ({ page, content, press }) => {
    await titleOf(page).fill('Saved');
    await content.click();
    await page.keyboard.type('One');
    await press('Control+s');
    await says(page, /^Saved$/);
    await page.keyboard.type(' two');
    expect(await writtenIn(content)).toBe('<p>One two</p>');
  },
  'link words to a post of the site': async ({ page, content, press, keys }) => {
    await page.keyboard.type('see it');
    await page.keyboard.press('Shift+Home');
    await press('Control+k');
    await page.getByRole('dialog', { name: 'Link' }).waitFor();
    await keys('harbor');
    await page.getByRole('option', { name: 'The harbor' }).waitFor();
    await press('ArrowDown');
    await press('Enter');
    await press('Enter');
    expect(await writtenIn(content)).toBe('<p><a href="/blog/the-harbor">see it</a></p>');
  },
  'add a footnote and go back to the text': async ({ page, content, press }) => {
    await page.keyboard.type('Said');
    await press('Control+Alt+f');
    await page.keyboard.type('Where');
    await press('Enter');
    await page.keyboard.type(' and done');
    expect(await content.locator('p').first().textContent()).toBe('Said1 and done');
  },
  'begin a callout': async ({ page, content, press, keys }) => {
    await keys('/cal');
    await press('Enter');
    await page.keyboard.type('Note');
    expect(await writtenIn(content)).toMatch(/^<aside class="block-\w+"><p>Note<\/p><\/aside>/);
  },
  'show a video whose address was copied': async ({ content, paste: pasted }) => {
    await pasted({ 'text/plain': 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
    expect(await writtenIn(content)).toContain('<iframe');
  },
  'use an image again': async ({ page, content, click }) => {
    await click(page.getByRole('button', { name: 'Image', exact: true }));
    await click(page.getByRole('tab', { name: 'Library' }));
    await click(page.getByRole('button', { name: 'one.png' }));
    await click(page.getByRole('button', { name: 'Insert image' }));
    await content.locator('figure img').waitFor();
  },
  'a gallery of three images that are there': async ({ page, content, press, keys, click }) => {
    await keys('/gal');
    await press('Enter');
    await click(page.getByRole('tab', { name: 'Library' }));
    for (const name of ['one.png', 'two.png', 'three.png']) await click(page.getByRole('button', { name }));
    await click(page.getByRole('button', { name: 'Insert 3 images' }));
    await content.locator('figure figure img').nth(2).waitFor();
  },
  'leave a code block and write on': async ({ page, content, press }) => {
    await throughEditor(content, ['<pre><code>x</code></pre>']);
    await content.locator('pre').click();
    await page.keyboard.press('End');
    await press('Control+Enter');
    await page.keyboard.type('After');
    expect(await writtenIn(content)).toBe('<pre><code>x</code></pre><p>After</p>');
  },
  'paste an image and write on below it': async (hands) => {
    hands.presses += 1;
    await hands.content.evaluate((element, base64) => {
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'x.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, pixel);
    await hands.content.locator('figure img').waitFor();
    await hands.page.keyboard.type('Below');
    expect((await writtenIn(hands.content)).replace(/<img[^>]*>/, '<img>')).toBe(
      '<figure><img></figure><p>Below</p>',
    );
  },
};

test('docs/writing.md tells of each task', () => {
  expect([...told.keys()]).toEqual(Object.keys(tasks));
});

test.for(Object.entries(tasks))(
  '%s takes the presses that docs/writing.md tells',
  async ([name, task], { browser }) => {
    const writer = await visitAsWriter(browser, product.origin, { baseURL: product.origin });
    const { page } = writer;
    page.on('dialog', (asked) => void asked.accept());
    await page.goto('/admin/posts/new');
    const content = await contentOf(page);
    await startAfresh(content);
    const hands = handsOn(page, content);
    await task(hands);
    expect(hands.presses).toBe(told.get(name));
    await writer.close();
  },
);
