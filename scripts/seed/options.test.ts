import { expect, test } from 'vitest';

import { UsageError } from '../usage-error.ts';
import { readSeedOptions } from './options.ts';

test('readSeedOptions without arguments returns 24 posts and 5,000 views', () => {
  expect(readSeedOptions([])).toEqual({ posts: 24, views: 5_000 });
});

test('readSeedOptions accepts separators in numbers', () => {
  expect(readSeedOptions(['--posts', '100_000', '--views=10,000,000'])).toEqual({
    posts: 100_000,
    views: 10_000_000,
  });
});

test.for([
  ['--posts', 'many'],
  ['--views', '1e6'],
  ['--post', '3'],
  ['--views=-1'],
  ['24'],
  ['--views', '200000000'],
])('refuses %o and says how it is written', (args) => {
  expect(() => readSeedOptions(args)).toThrow(UsageError);
  expect(() => readSeedOptions(args)).toThrow('npm run seed --');
});
