import { expect, test } from 'vitest';

import { csv, withoutGuard } from './csv.ts';
import { readCsv } from './read-csv.ts';

test('fields are quoted where they must be, lines end with CR LF', () => {
  expect(
    csv([
      ['a', 'b,c', 'd "e"'],
      ['line\nbreak', 7, ''],
    ]),
  ).toBe('a,"b,c","d ""e"""\r\n"line\nbreak",7,\r\n');
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\nx', '＝1+1'])('%j is no formula', (text) => {
  expect(csv([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`);
});

test.each(['=1+1', "'=1+1", "''=1+1", '-', "'tis", "'", '', 'a=b', '\u00A0=1'])(
  '%j comes back as it was',
  (text) => {
    const [[field]] = readCsv(`\uFEFF${csv([[text]])}`) as [[string]];
    expect(withoutGuard(field)).toBe(text);
  },
);

test('a negative number stays a number', () => {
  expect(csv([[-1]])).toBe('-1\r\n');
});
