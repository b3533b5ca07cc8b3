import { expect, test } from 'vitest';

import { negotiateImageType } from './image-delivery.ts';

test.each([
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
  ['image/webp,image/*;q=0.8', 'webp'],
  ['IMAGE/AVIF ; q=0.5', 'avif'],
  ['image/avif;q=0, image/webp', 'webp'],
  ['image/avif;q=0.0,image/webp;q=0.000', 'own'],
  ['*/*', 'own'],
  ['image/*', 'own'],
  ['', 'own'],
])('%s wants %s', (accept, type) => {
  expect(negotiateImageType(accept)).toBe(type);
});
