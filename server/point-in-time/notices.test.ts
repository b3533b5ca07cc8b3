import { expect, test } from 'vitest';

import {
  isLate,
  parseStoredStatus,
  pointInTimeNotices,
  pointInTimeWarning,
  storableStatus,
  type PointInTimeStatus,
} from './notices.ts';

const now = new Date('2026-11-22T10:15:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const well: PointInTimeStatus = {
  startedAt: ago(86_400_000),
  archivedThrough: ago(5_000),
  failure: null,
  baseFailure: null,
  newestBaseAt: ago(3_600_000),
  restorableSince: new Date('2026-11-08T04:00:00Z'),
};

test('an archive that is well has a fact and no warning', () => {
  expect(pointInTimeNotices(well, now, 'UTC')).toEqual({
    warnings: [],
    facts: [
      'Point in time: the site can be brought back as it was at any second since November 8, 2026 at 4:00 AM',
    ],
  });
  expect(pointInTimeWarning(well, now)).toBeNull();
});

test.each([
  [
    { archivedThrough: ago(61_000), failure: 'The folder is gone.' },
    /since November 22, 2026 at 10:13 AM is not.*The folder is gone\./,
    'the point-in-time archive is late',
  ],
  [{ archivedThrough: ago(61_000) }, /too slow/, 'the point-in-time archive is late'],
  [
    { archivedThrough: null, startedAt: ago(61_000) },
    /is not in the point-in-time archive/,
    'the point-in-time archive is late',
  ],
  [
    { baseFailure: 'No space.' },
    /could not be made: No space\./,
    'the base of the point-in-time archive failed',
  ],
  [{ newestBaseAt: ago(27 * 3_600_000) }, /overdue/, 'the base of the point-in-time archive is overdue'],
  [
    { newestBaseAt: null, startedAt: ago(2 * 3_600_000) },
    /overdue/,
    'the base of the point-in-time archive is overdue',
  ],
])('an archive in trouble says so: %o', (change, warning, short) => {
  const status = { ...well, ...change };
  expect(pointInTimeNotices(status, now, 'UTC').warnings).toEqual([expect.stringMatching(warning)]);
  expect(pointInTimeWarning(status, now)).toBe(short);
});

test('another process shows what was recorded, which stays the same while the archive is well', () => {
  const other = (status: PointInTimeStatus) =>
    parseStoredStatus(JSON.parse(storableStatus(status, now)), now);
  expect(other(well)).toEqual({ ...well, archivedThrough: now });
  expect(storableStatus({ ...well, archivedThrough: now }, now)).toBe(storableStatus(well, now));
  const late = { ...well, archivedThrough: ago(61_000), failure: 'The folder is gone.' };
  expect(other(late)).toEqual(late);
  expect(parseStoredStatus({ archive: 'of another release' }, now)).toBeNull();
  expect(parseStoredStatus(null, now)).toBeNull();
});

test('a failure of a few seconds is not late yet, and a first base may take an hour', () => {
  expect(isLate({ ...well, archivedThrough: ago(30_000), failure: 'Away.' }, now)).toBe(false);
  expect(pointInTimeWarning({ ...well, newestBaseAt: null, startedAt: ago(600_000) }, now)).toBeNull();
});
