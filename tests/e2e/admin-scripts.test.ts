import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { test, visit } from './browser.ts';
import { contentOf, visitAsWriter, writerSettings } from './editor-page.ts';

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

test('the sign-in screen stays within its scripts', async ({ browser }) => {
  const visitor = await visit(browser);
  const { files, bytes } = await scriptsOf(visitor.page, () =>
    visitor.page.goto(`${product.origin}/admin/login`, { waitUntil: 'networkidle' }),
  );
  expect(files).toBeLessThanOrEqual(10);
  expect(bytes).toBeLessThanOrEqual(140_000);
  await visitor.close();
});

test('the form of a new post with its editor stays within its scripts', async ({ browser }) => {
  const { page, close } = await visitAsWriter(browser, product.origin);
  const { files, bytes } = await scriptsOf(page, async () => {
    await page.goto(`${product.origin}/admin/posts/new`, { waitUntil: 'networkidle' });
    await contentOf(page);
  });
  expect(files).toBeLessThanOrEqual(20);
  expect(bytes).toBeLessThanOrEqual(315_000);
  await close();
});

/** The scripts that a page loads with an empty cache: their number, and their bytes as received, headers included. */
async function scriptsOf(
  page: Page,
  load: () => Promise<unknown>,
): Promise<{ files: number; bytes: number }> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let [files, bytes] = [0, 0];
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/javascript') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return;
    files += 1;
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await load();
  return { files, bytes };
}
