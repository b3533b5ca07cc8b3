import { expect, test } from 'vitest';

import { daysBefore, fillPeriod, periodOf } from './periods.ts';

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

test('every day of the period has its place, with the day one period earlier beside it', () => {
  const rows = [
    { day: '2026-11-20', views: 5 },
    { day: '2026-11-14', views: 3 },
    { day: '2026-11-13', views: 9 },
    { day: '2026-11-07', views: 1 },
    { day: '2026-11-06', views: 100 },
  ];
  const filled = fillPeriod(rows, 7, '2026-11-20');
  expect(filled).toHaveLength(7);
  expect(filled[0]).toEqual({ day: '2026-11-14', views: 3, dayBefore: '2026-11-07', viewsBefore: 1 });
  expect(filled[6]).toEqual({ day: '2026-11-20', views: 5, dayBefore: '2026-11-13', viewsBefore: 9 });
  expect(filled.reduce((sum, { views }) => sum + views, 0)).toBe(8);
});

test('views of days after the last one, counted by a clock that was ahead, are those of the last one', () => {
  const rows = [
    { day: '2026-11-20', views: 5 },
    { day: '2026-11-21', views: 2 },
    { day: '2027-01-01', views: 1 },
  ];
  expect(fillPeriod(rows, 7, '2026-11-20').at(-1)).toMatchObject({ day: '2026-11-20', views: 8 });
});
