import { expect, test } from 'vitest';

import { csv } from './csv.ts';

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

test('a negative number stays a number', () => {
  expect(csv([[-1]])).toBe('-1\r\n');
});
