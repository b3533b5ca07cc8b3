import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOwner } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { openUpload, imageFiles, statusOf, uploadsEnded } from '#tests/uploads.ts';

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

test('a sender that trickles is told so within half a minute, and nothing of it is left', async () => {
  const admin = await createOwner(product);
  const slow = openUpload(product, admin, { 'content-length': '1000000' });
  const began = performance.now();
  slow.write(await photograph(64, 64));
  const trickle = setInterval(() => slow.write('x'), 1000);
  try {
    expect(await statusOf(slow)).toBe(408);
  } finally {
    clearInterval(trickle);
  }
  expect(performance.now() - began).toBeLessThan(30_000);
  await uploadsEnded(product);
  expect(await imageFiles(product)).toEqual([]);
});
