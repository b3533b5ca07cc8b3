import { expect, test } from 'vitest';

import { UsageError } from '../usage-error.ts';
import { readSeedOptions } from './options.ts';

test('without anything there is a small blog with some readers', () => {
  expect(readSeedOptions([])).toEqual({ posts: 24, views: 5_000 });
});

test('numbers may be written for people', () => {
  expect(readSeedOptions(['--posts', '100_000', '--views=10,000,000'])).toEqual({
    posts: 100_000,
    views: 10_000_000,
  });
});

test('no posts and no views can be asked for', () => {
  expect(readSeedOptions(['--posts', '0', '--views', '0'])).toEqual({ posts: 0, views: 0 });
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
