import { expect, test } from 'vitest';

import { csv, withoutGuard } from './csv.ts';
import { readCsv } from './read-csv.ts';

test('csv quotes every text, leaves numbers bare and ends lines with CR LF', () => {
  expect(
    csv([
      ['a', 'b,c', 'd "e"'],
      ['line\nbreak', 7, ''],
    ]),
  ).toBe('"a","b,c","d ""e"""\r\n"line\nbreak",7,""\r\n');
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\nx', '＝1+1', ' =1+1', '"=1+1'])(
  'csv writes an apostrophe before %j',
  (text) => {
    expect(fieldOf(csv([[text]]))).toBe(`'${text}`);
  },
);

/** The text that a program takes for a cell, whichever of the separators it looks for, blind to quotes or not. */
test.each(['x;=cmd', 'x\t=cmd', 'x\r=cmd', 'x";=cmd', 'x;"=cmd', ';=cmd', '"=cmd', '\t=cmd'])(
  'no part of the written %j begins like a formula',
  (text) => {
    for (const part of csv([['first', text]]).split(/[,;\t\r\n]/))
      expect(part.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@]/);
  },
);

test.each([
  '=1+1', "'=1+1", "''=1+1", '-', "'tis", "'", '', 'a=b', '\u00A0=1', 'x;=1', "x;'=1", "x;''\"=1", '\t=1', "'\t'=1", '\n\n=1',
  '- one\n- two', ';;=', '" =', "'\n", 'a;b', "x;'y",
])('%j comes back as it was', (text) => {
  const [[field]] = readCsv(`\uFEFF${csv([[text]])}`) as [[string]];
  expect(withoutGuard(field)).toBe(text);
}); // prettier-ignore

test('a negative number stays a number', () => {
  expect(csv([[-1]])).toBe('-1\r\n');
});

const fieldOf = (line: string): string => line.slice(1, -3).replaceAll('""', '"');
