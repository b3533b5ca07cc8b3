import { readFileSync } from 'node:fs';

import type { FileChooser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { photograph } from '#tests/image-files.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { test } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import { writer } from './writing-page.ts';

/** Presses and fields of six tasks of the owner, as docs/site-content.md tells them. */

const docs = readFileSync(new URL('../../docs/site-content.md', import.meta.url), 'utf8');

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

type Hands = {
  page: Page;
  press: (target: Locator) => Promise<void>;
  fill: (target: Locator, text: string) => Promise<void>;
  choose: (target: FileChooser, file: Buffer) => Promise<void>;
};

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

async function openDocument({ page, press }: Hands, name: string): Promise<void> {
  await press(link(page, 'Site'));
  await press(page.getByRole('main').getByRole('link', { name }).first());
}

async function publish({ page, press }: Hands): Promise<void> {
  await press(button(page, 'Publish'));
  await page.getByText('The page is live.').waitFor();
}

const tasks: [name: string, does: (hands: Hands) => Promise<void>, path: string, shown: string][] = [
  [
    'the headline of the home page',
    async (hands) => {
      await openDocument(hands, 'General');
      await hands.fill(hands.page.getByLabel('Tagline', { exact: true }), 'we build boats');
      await publish(hands);
    },
    '/',
    'we build <',
  ],
  [
    'a person of the team, with portrait',
    async (hands) => {
      const { page, press, fill, choose } = hands;
      await openDocument(hands, 'About');
      await press(button(page, 'Add person'));
      const added = page.getByRole('listitem', { name: 'person 4' });
      await fill(added.getByLabel('Name', { exact: true }), 'Ada Keel');
      await fill(added.getByLabel('Role', { exact: true }), 'Shipwright');
      await press(added.getByRole('button', { name: 'Choose an image' }));
      const dialog = page.getByRole('dialog');
      await press(dialog.getByRole('tab', { name: 'Upload' }));
      const chooser = page.waitForEvent('filechooser');
      await press(dialog.getByRole('button', { name: 'Choose an image' }));
      await choose(await chooser, await photograph(300, 300));
      await added.locator('img').waitFor();
      await publish(hands);
    },
    '/about',
    'Ada Keel',
  ],
  [
    'the name of an entry of the navigation',
    async (hands) => {
      const { page, fill } = hands;
      await openDocument(hands, 'Navigation');
      const entry = page
        .getByRole('listitem')
        .filter({ has: page.locator('input[value="/jv-program"]') })
        .first();
      await fill(entry.getByLabel('Label', { exact: true }), 'Ventures');
      await publish(hands);
    },
    '/',
    'Ventures',
  ],
  [
    'the accent color',
    async (hands) => {
      await openDocument(hands, 'Brand');
      await hands.fill(hands.page.getByLabel('Accent color in light mode', { exact: true }), '#7a1f6b');
      await publish(hands);
    },
    '/',
    '/accent/7a1f6b-',
  ],
  [
    'an imprint page, linked from the footer',
    async (hands) => {
      const { page, press, fill } = hands;
      await press(link(page, 'Pages'));
      await press(link(page, 'New Page'));
      await fill(page.getByLabel('Title', { exact: true }), 'Imprint');
      await fill(page.getByRole('textbox', { name: 'Content' }), 'Harbor Street 1');
      await press(button(page, 'Publish'));
      await page.getByText('Page published successfully.').waitFor();
      await openDocument(hands, 'Navigation');
      const footer = page.getByRole('group', { name: 'Entries of the footer' });
      await press(footer.getByRole('button', { name: /^Add/ }));
      const entry = footer.getByRole('listitem').last();
      await fill(entry.getByLabel('Label', { exact: true }), 'Imprint');
      await fill(entry.getByLabel('Address', { exact: true }), '/imprint');
      await publish(hands);
    },
    '/',
    'href="/imprint"',
  ],
  [
    'a missing address leads to a page',
    async ({ page, press }) => {
      // Counts are stored every five seconds.
      const isCounted = () => product.database.db.selectFrom('missing_pages').selectAll().execute();
      await expect.poll(isCounted, { timeout: 20_000 }).not.toEqual([]);
      await press(link(page, 'Redirects'));
      await press(link(page, 'Missing pages'));
      await press(page.getByRole('button', { name: 'Redirect /abuot to /about' }));
      await page.getByText('No missing pages').waitFor();
    },
    '/abuot',
    'ABOUT US',
  ],
];

test.for(tasks)(
  '%s takes as many presses and fields as the docs say',
  async ([name, does, path, shown], { browser }) => {
    await fetch(`${product.origin}/abuot`, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });
    const visitor = await writer(browser, product);
    const { page } = visitor;
    const counts = { presses: 0, fields: 0 };
    await page.goto('/admin');
    await does({
      page,
      press: async (target) => {
        counts.presses += 1;
        await target.click();
      },
      fill: async (target, text) => {
        counts.fields += 1;
        await target.fill(text);
      },
      choose: async (target, buffer) => {
        counts.presses += 1;
        await target.setFiles({ name: 'portrait.jpg', mimeType: 'image/jpeg', buffer });
      },
    });
    await expect.poll(async () => (await fetch(product.origin + path)).text()).toContain(shown);
    const row = docs.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
    const [, presses, fields] = /(\d+) presses, (\d+|no) field/.exec(row) ?? [];
    expect({ presses: Number(presses), fields: fields === 'no' ? 0 : Number(fields) }).toEqual(counts);
    await visitor.close();
  },
);
