import { expect, test } from 'vitest';

import { fillText } from './fill-text.ts';

test('fillText replaces every name that has a value and leaves the others', () => {
  expect(fillText('{count} of {total} in {count}', { count: 2, total: 'ten' })).toBe('2 of ten in 2');
  expect(fillText('{missing} and {}', {})).toBe('{missing} and {}');
});
