import { expect, test } from 'vitest';

import { daysBefore, periodOf } from './periods.ts';

test('a period is one of three; whatever else is asked means 30 days', () => {
  expect(['7', '30', '90'].map(periodOf)).toEqual([7, 30, 90]);
  expect([null, '', '31', '7 ', '-7', '1e1'].map(periodOf)).toEqual([30, 30, 30, 30, 30, 30]);
});

test('days are those of the calendar, over months, leap days and changes of clocks', () => {
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28');
  expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29');
  expect(daysBefore('2026-11-02', 1)).toBe('2026-11-01');
  expect(daysBefore('2026-01-01', 365)).toBe('2025-01-01');
});
