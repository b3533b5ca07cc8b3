import { expect, test } from 'vitest';

import { instantOf } from './plain-words.ts';

test.each([
  ['2026-1-2', '2026-01-02T05:00:00.000Z'],
  ['2026-01-02 10:20:30', '2026-01-02T15:20:30.000Z'],
  ['2026-01-02T10:20:30+0900', '2026-01-02T01:20:30.000Z'],
  ['Thu, 1 Jan 2026', '2026-01-01T05:00:00.000Z'],
  ['July 4, 2026 10:00', '2026-07-04T14:00:00.000Z'],
  ['Thu, 01 Jan 2026 10:20:30 GMT', '2026-01-01T10:20:30.000Z'],
  ['Thu, 01 Jan 2026 22:00:00 -0800', '2026-01-02T06:00:00.000Z'],
])('the date %s of a blog is %s where the clocks are those of Toronto', (text, instant) => {
  expect(instantOf(text, 'America/Toronto')?.toISOString()).toBe(instant);
});

test.each([
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2026-11-31T10:00+02:00',
  'Mon, 30 Feb 2026 10:00:00 GMT',
  'Feb 30, 2026 02:00',
  'in spring',
])('%s is no date', (text) => {
  expect(instantOf(text, 'America/Toronto')).toBeNull();
});
