import { describe, expect, test } from 'vitest';

import { toRetention } from '../settings/values.ts';
import { archivesToDelete, longestKept } from './retention.ts';

describe('toRetention', () => {
  test.each([
    ['7d,4w,6m', { days: 7, weeks: 4, months: 6 }],
    ['1d', { days: 1, weeks: 0, months: 0 }],
    ['6m, 30d', { days: 30, weeks: 0, months: 6 }],
  ])('parses %s', (text, retention) => {
    expect(toRetention(text)).toEqual(retention);
  });

  test.each(['', '7', '0d', '4w', '7d,7d', '7d,', '-1d', '7y', '99999d'])('refuses %j', (text) => {
    expect(() => toRetention(text)).toThrow('must be days, weeks and months');
  });
});

const daily = (days: number) =>
  Array.from({ length: days }, (_, ago) => ({ createdAt: new Date(Date.UTC(2026, 10, 22 - ago, 3, 30)) }));
const keptOf = (archives: { createdAt: Date }[], text: string) => {
  const deleted = new Set(archivesToDelete(archives, toRetention(text)));
  return archives.filter((archive) => !deleted.has(archive)).map((a) => a.createdAt.toISOString());
};
const daysOf = (instants: string[]) => instants.map((instant) => instant.slice(0, 10));

describe('archivesToDelete', () => {
  test('keeps the last archive of each of the newest days, weeks and months', () => {
    // 2026-11-22 is a Sunday.
    expect(daysOf(keptOf(daily(200), '3d,3w,3m'))).toEqual([
      '2026-11-22',
      '2026-11-21',
      '2026-11-20',
      '2026-11-15',
      '2026-11-08',
      '2026-10-31',
      '2026-09-30',
    ]);
  });

  test('keeps one archive of a day with many', () => {
    const archives = ['09:00', '10:00', '11:00'].map((time) => ({
      createdAt: new Date(`2026-11-22T${time}:00Z`),
    }));
    expect(keptOf(archives, '7d')).toEqual(['2026-11-22T11:00:00.000Z']);
  });

  test('counts days that have an archive, so that a pause deletes nothing', () => {
    const archives = [...daily(2), { createdAt: new Date('2020-01-01T03:30:00Z') }];
    expect(keptOf(archives, '3d')).toHaveLength(3);
  });

  test.each([
    ['7d,4w,6m', '6 months'],
    ['7d,4w', '4 weeks'],
    ['60d,1w', '60 days'],
    ['1d', '1 day'],
  ])('%s keeps an archive for at most %s', (keep, longest) => {
    expect(longestKept(toRetention(keep))).toBe(longest);
  });

  test('keeps the newest archive, whatever is kept', () => {
    expect(daysOf(keptOf(daily(5), '1d'))).toEqual(['2026-11-22']);
    expect(archivesToDelete([], { days: 1, weeks: 0, months: 0 })).toEqual([]);
  });

  test('applied every day for two years, 7d,4w,6m never keeps more than 17 nor loses a month too early', () => {
    let archives: { createdAt: Date }[] = [];
    for (let day = 0; day < 730; day += 1) {
      archives.push({ createdAt: new Date(Date.UTC(2025, 0, 1 + day, 3, 30)) });
      const deleted = new Set(archivesToDelete(archives, { days: 7, weeks: 4, months: 6 }));
      archives = archives.filter((archive) => !deleted.has(archive));
      expect(archives.length).toBeLessThanOrEqual(17);
    }
    const months = new Set(archives.map(({ createdAt }) => createdAt.toISOString().slice(0, 7)));
    expect([...months].toSorted()).toEqual([
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
      '2026-12',
    ]);
  });
});
