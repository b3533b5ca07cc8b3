import { expect, test } from 'vitest';

import { archiveFileName, listArchives } from './backup-place.ts';
import { isBackupDue } from './schedule.ts';

const never = { succeededAt: null, attemptedAt: null };
const at = (time: string) => new Date(`2026-11-22T${time}:00Z`);
const due = (now: string, state: { succeededAt: Date | null; attemptedAt: Date | null }, timeZone = 'UTC') =>
  isBackupDue({ now: at(now), at: '03:30', timeZone, ...state });
const succeeded = (instant: string) => {
  const date = new Date(instant);
  return { succeededAt: date, attemptedAt: date };
};

const yesterday = succeeded('2026-11-21T03:30:00Z');

test.each([
  ['there was never one', '12:00', never, true],
  ['the last one is of yesterday, and its time has come', '03:30', yesterday, true],
  ['the last one is of yesterday, and its time has not come', '03:29', yesterday, false],
  ['today has one', '23:59', succeeded('2026-11-22T03:31:00Z'), false],
  ['the last one is of a day in the future', '03:40', succeeded('2026-12-22T03:30:00Z'), true],
  ['the last attempt is of the future', '03:40', { ...yesterday, attemptedAt: at('23:00') }, true],
  ['several days were missed', '01:00', succeeded('2026-11-18T03:30:00Z'), true],
  ['today’s failed ten minutes ago', '03:40', { ...yesterday, attemptedAt: at('03:30') }, false],
  ['today’s failed a quarter of an hour ago', '03:45', { ...yesterday, attemptedAt: at('03:30') }, true],
] as const)('when %s, isBackupDue at %s', (_, now, state, isDue) => {
  expect(due(now, state)).toBe(isDue);
});

test('isBackupDue reads the time of day in the time zone of the site', () => {
  // 03:30 in Toronto is 08:30 UTC.
  const state = succeeded('2026-11-21T08:30:00Z');
  expect(due('08:29', state, 'America/Toronto')).toBe(false);
  expect(due('08:30', state, 'America/Toronto')).toBe(true);
});

test('the name of an archive holds its time, and no other file is taken for one', async () => {
  const createdAt = new Date('2026-11-22T03:30:05Z');
  const [plain, encrypted] = [false, true].map((isEncrypted) => archiveFileName(createdAt, isEncrypted));
  expect(encrypted).toBe('anyforge-2026-11-22T03-30-05Z.tar.age');
  const list = async () => ['site.tar', `${encrypted}.partial`, `${plain}`, `${encrypted}`];
  expect(await listArchives({ list })).toEqual([
    { name: plain, createdAt },
    { name: encrypted, createdAt },
  ]);
});
