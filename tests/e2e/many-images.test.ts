import { expect } from 'vitest';

import { startProduct } from '#tests/product.ts';
import { test } from './browser.ts';
import { maxConcurrent, visitAsWriter, writerSettings } from './editor-page.ts';

test('a thousand images pasted at once leave the page alive, and arrive a few at a time', async ({
  browser,
}) => {
  const product = await startProduct(writerSettings);
  const writer = await visitAsWriter(browser, product.origin);
  expect(await maxConcurrent(writer.page, product.origin, 1_000)).toBeLessThanOrEqual(3);
  await writer.close();
  await product.stop();
});
