import { expect, test } from 'vitest';

import { dayByKey, weeksOf } from './date-picker.tsx';

test.each([
  ['2026-11-20', '2026-11-01', '2026-12-05', 5],
  ['2026-02-03', '2026-02-01', '2026-02-28', 4],
  ['2024-02-29', '2024-01-28', '2024-03-02', 5],
  ['2026-08-31', '2026-07-26', '2026-09-05', 6],
])('the weeks of the month of %s begin with %s and end with %s', (day, first, last, count) => {
  const weeks = weeksOf(day);
  expect(weeks).toHaveLength(count);
  expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([first, last]);
  expect(new Set(weeks.flat()).size).toBe(7 * count);
});

test.each([
  ['ArrowLeft', '2026-03-01', '2026-02-28'],
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowUp', '2026-11-03', '2026-10-27'],
  ['ArrowDown', '2026-03-28', '2026-04-04'],
  ['PageUp', '2026-03-31', '2026-02-28'],
  ['PageDown', '2026-01-31', '2026-02-28'],
  ['ArrowRight', '9999-12-31', '9999-12-31'],
])('%s leads from %s to %s', (key, from, to) => {
  expect(dayByKey(from, key)).toBe(to);
});

test('Shift with Page Up or Page Down moves by a year, and other keys do not move', () => {
  expect(dayByKey('2024-02-29', 'PageDown', true)).toBe('2025-02-28');
  expect(dayByKey('2026-11-20', 'PageUp', true)).toBe('2025-11-20');
  expect(dayByKey('2026-11-20', 'Enter')).toBeNull();
});
