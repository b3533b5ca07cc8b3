import { expect, test } from 'vitest';

import type { BackupStatus } from '#db/queries/installation.ts';
import { backupNotices, backupWarning } from './backup-notices.ts';

const now = new Date('2026-11-22T12:00:00Z');
const healthy: BackupStatus = {
  attemptedAt: new Date('2026-11-22T03:30:00Z'),
  succeededAt: new Date('2026-11-22T03:30:00Z'),
  file: 'anyforge-2026-11-22T03-30-00Z.tar',
  failure: null,
  verifiedAt: new Date('2026-11-22T04:12:00Z'),
  verifySeconds: 190,
  verifyFailure: null,
};
const noticesOf = (changes: Partial<BackupStatus>) => backupNotices({ ...healthy, ...changes }, now, 'UTC');

test('a good backup that was restored is a fact and no warning', () => {
  expect(noticesOf({})).toEqual({
    warnings: [],
    facts: ['Last verified restore: today 04:12, took 3 min 10 s'],
  });
  expect(backupWarning(healthy, now)).toBeNull();
  expect(noticesOf({ verifiedAt: new Date('2026-11-20T04:12:00Z'), verifySeconds: 9 }).facts).toEqual([
    'Last verified restore: November 20, 2026 at 4:12 AM, took 9 s',
  ]);
});

test('a restore that a clock ahead dated is no fact', () =>
  expect(noticesOf({ verifiedAt: new Date('2026-12-22T04:12:00Z') }).facts).toEqual([]));

test.each([
  [{ failure: 'Full.' }, /^The last backup failed\. The newest backup is of Nov/, 'the last backup failed'],
  [{ failure: 'No.', succeededAt: null }, /There is no backup yet\.$/, 'the last backup failed'],
  [{ succeededAt: new Date('2026-11-21T09:59:00Z') }, /^The backup is overdue\./, 'the backup is overdue'],
  [
    { succeededAt: new Date('2026-12-22T03:30:00Z') },
    /overdue\. There is no backup yet\.$/,
    'the backup is overdue',
  ],
  [{ verifyFailure: 'No.' }, /could not be restored\.$/, 'the newest backup could not be restored'],
] as const)('%j is a warning on the dashboard and on /readyz', (changes, warning, readiness) => {
  expect(noticesOf(changes).warnings).toMatchObject([{ text: expect.stringMatching(warning) }]);
  expect(backupWarning({ ...healthy, ...changes }, now)).toBe(readiness);
});
