import { expect, test } from 'vitest';

import { formatCount } from './format-count.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0K'],
  [1049, '1.0K'],
  [1050, '1.1K'],
  [1150, '1.2K'],
  [12_345, '12.3K'],
  [999_949, '999.9K'],
  [999_950, '1.0M'],
  [1_000_000, '1.0M'],
  [1_250_000, '1.3M'],
  [123_456_789, '123.5M'],
])('%i is %s', (count, said) => {
  expect(formatCount(count)).toBe(said);
});
