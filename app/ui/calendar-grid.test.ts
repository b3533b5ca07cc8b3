import { expect, test } from 'vitest';

import { addDays, addMonths, dayByKey, dayName, dayTitle, monthGrid, monthTitle } from './calendar-grid.ts';

test('monthGrid returns weeks from Sunday to Saturday', () => {
  const weeks = monthGrid('2026-11');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
    '2026-11-04',
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
  ]);
  expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null]);
});

test.each([
  ['2024-02', 29],
  ['2026-02', 28],
  ['2100-02', 28],
  ['2026-12', 31],
  ['2026-04', 30],
])('%s has %i days, each once', (month, days) => {
  const shown = monthGrid(month)
    .flat()
    .filter((day) => day !== null);
  expect(shown).toHaveLength(days);
  expect(new Set(shown).size).toBe(days);
  expect(monthGrid(month).every((week) => week.length === 7)).toBe(true);
});

test.each([
  ['ArrowLeft', '2026-03-01', '2026-02-28'],
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowUp', '2026-11-03', '2026-10-27'],
  ['ArrowDown', '2026-11-28', '2026-12-05'],
  ['Home', '2026-11-20', '2026-11-15'],
  ['End', '2026-11-20', '2026-11-21'],
  ['PageUp', '2026-03-31', '2026-02-28'],
  ['PageDown', '2026-01-31', '2026-02-28'],
])('%s leads from %s to %s', (key, from, to) => {
  expect(dayByKey(from, key)).toBe(to);
});

test('Shift with Page Up or Page Down moves by a year', () => {
  expect(dayByKey('2024-02-29', 'PageDown', true)).toBe('2025-02-28');
  expect(dayByKey('2026-11-20', 'PageUp', true)).toBe('2025-11-20');
});

test('dayByKey returns null for other keys', () => {
  expect(dayByKey('2026-11-20', 'Enter')).toBeNull();
  expect(dayByKey('2026-11-20', 'a')).toBeNull();
});

test('addDays is not affected by daylight-saving changes', () => {
  expect(addDays('2026-03-28', 1)).toBe('2026-03-29');
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
});

test('days outside the years 1 to 9999 are clamped', () => {
  expect(addDays('9999-12-31', 1)).toBe('9999-12-31');
  expect(addMonths('9999-12-31', 1)).toBe('9999-12-31');
  expect(addMonths('0001-01-01', -1)).toBe('0001-01-01');
});

test('days and months are formatted in US English', () => {
  expect(monthTitle('2026-11')).toBe('November 2026');
  expect(dayTitle('2026-11-20')).toBe('November 20, 2026');
  expect(dayName('2026-11-20')).toBe('Friday, November 20, 2026');
});
