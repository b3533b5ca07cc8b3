import { expect, test } from 'vitest';

import { csv } from './csv.ts';
import { readCsv } from './read-csv.ts';

test('what was written is read again', () => {
  const rows = [
    ['Name', 'Text'],
    ['a "b"', 'x, y\r\nz'],
    ['', 'ü'],
  ];
  expect(readCsv(csv(rows))).toEqual(rows);
});

test.each([
  ['', '[]'],
  ['a', '[["a"]]'],
  ['\uFEFFa,b\nc,d', '[["a","b"],["c","d"]]'],
  ['a;b\rc;d\r', '[["a","b"],["c","d"]]'],
  ['"a', '[["a"]]'],
  ['a,', '[["a",""]]'],
])('%j', (text, rows) => {
  expect(JSON.stringify(readCsv(text))).toBe(rows);
});
