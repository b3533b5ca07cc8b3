import { expect, test } from 'vitest';

import { isHardStatus } from './record-bounce.ts';

test('isHardStatus is true for addresses that do not exist only', () => {
  expect(['5.1.1', '5.1.10', '5.0.0', '5.2.1', '5.4.4'].map(isHardStatus)).toEqual(Array(5).fill(true));
  expect(['5.2.2', '5.7.1', '4.2.2', '4.4.7', '', '5.1', '55.1.1'].map(isHardStatus)).toEqual(
    Array(7).fill(false),
  );
});
