import { expect, test } from 'vitest';

import { cdnKeyHeaders } from './surrogate-keys.ts';

test('a page names its keys, or the key of every change when they are not known or too many', () => {
  expect(cdnKeyHeaders(new Set(['post:1', 'list']))).toEqual(['Surrogate-Key', 'page post:1 list']);
  const many = new Set(Array.from({ length: 151 }, (_, n) => `post:${n}`));
  for (const shown of [undefined, many]) expect(cdnKeyHeaders(shown)).toEqual(['Surrogate-Key', 'any']);
});
