import { expect, test } from 'vitest';

import { readCsv } from './read-csv.ts';

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
