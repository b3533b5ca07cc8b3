import { expect, test } from 'vitest';

import { revisionLimits, revisionsToPrune, type KeptRevision } from './revisions-to-prune.ts';

const now = new Date('2026-11-21T12:00:00Z');

function minutesAgo(minutes: number, more: Partial<KeptRevision> = {}): KeptRevision {
  const saved_at = new Date(now.getTime() - minutes * 60_000);
  return { id: `${minutes}`, save_kind: 'save', saved_by: 'ann', saved_at, bytes: 1_000, ...more };
}

const saves = (...minutes: number[]) => minutes.map((n) => minutesAgo(n));
const autosaves = (...minutes: number[]) => minutes.map((n) => minutesAgo(n, { save_kind: 'autosave' }));
const day = 24 * 60;

test.each([
  ['no revision that was saved with a button', saves(1, 2, 3, 4, 5), []],
  ['all autosaves of ten minutes but the newest', autosaves(1, 2, 3, 9, 11, 12, 31), ['2', '3', '9', '12']],
  ['not what a button overwrote', [...autosaves(1, 2), ...saves(3), ...autosaves(4, 5)], ['2', '5']],
  ['autosaves by user', [...autosaves(1), minutesAgo(2, { save_kind: 'autosave', saved_by: 'ben' })], []],
  [
    'of autosaves older than a day all but one for each hour',
    autosaves(day + 1, day + 15, day + 50, day + 61),
    [`${day + 15}`, `${day + 50}`],
  ],
])('deletes %s', (_, revisions, deleted) => {
  expect(revisionsToPrune(revisions, now)).toEqual(deleted);
});

test('the oldest revisions beyond 50 are deleted', () => {
  const many = Array.from({ length: 60 }, (_, n) => minutesAgo(n));
  expect(revisionsToPrune(many, now)).toEqual(many.slice(revisionLimits.count).map(({ id }) => id));
});

test('large revisions are deleted earlier, except for the three newest', () => {
  const large = Array.from({ length: 5 }, (_, n) => minutesAgo(n, { bytes: 20 * 1024 * 1024 }));
  expect(revisionsToPrune(large, now)).toEqual(['3', '4']);
});

test('pruning a pruned list deletes nothing', () => {
  const mixed = Array.from({ length: 200 }, (_, n) =>
    minutesAgo(n * 7, { save_kind: n % 3 === 0 ? 'save' : 'autosave', bytes: n * 10_000 }),
  );
  const deleted = new Set(revisionsToPrune(mixed, now));
  const left = mixed.filter(({ id }) => !deleted.has(id));
  expect(left.length).toBeLessThanOrEqual(revisionLimits.count);
  expect(revisionsToPrune(left, now)).toEqual([]);
});
