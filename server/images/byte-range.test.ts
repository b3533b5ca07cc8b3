import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { partOf, readByteRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=2-5', { first: 2, last: 5 }],
  ['bytes=2-', { first: 2, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=9-99', { first: 9, last: 9 }],
  ['Bytes= 1-2', { first: 1, last: 2 }],
  ['bytes=10-', 'outside'],
  ['bytes=10-12', 'outside'],
  ['bytes=-0', 'outside'],
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=a-b', 'whole'],
  ['lines=0-1', 'whole'],
])('of ten bytes %s is %o', (header, range) => {
  expect(readByteRange(header, 10)).toEqual(range);
});

test('a part is cut out across the pieces in which the bytes come, and nothing is read after it', async () => {
  const pieces = ['ab', 'cde', 'f', 'ghij'].map((text) => Buffer.from(text));
  const cut = async (first: number, last: number) => {
    const stream = Readable.from(pieces);
    const text = (await buffer(partOf(stream, { first, last }))).toString();
    return [text, stream.destroyed];
  };
  expect(await cut(0, 9)).toEqual(['abcdefghij', true]);
  expect(await cut(1, 3)).toEqual(['bcd', true]);
  expect(await cut(5, 5)).toEqual(['f', true]);
  expect(await cut(8, 9)).toEqual(['ij', true]);
});
