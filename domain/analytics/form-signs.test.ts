import { expect, test } from 'vitest';

import { formSigns } from './form-signs.ts';

test.each<[unknown, number | null]>([
  ['', null],
  [undefined, null],
  ['x', null],
  ['-1', null],
  ['0', 0],
  ['2500', 2_500],
])('elapsed %j is %j', (elapsed, milliseconds) => {
  expect(formSigns.parse({ elapsed }).milliseconds).toBe(milliseconds);
});
