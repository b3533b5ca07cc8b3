import { expect, test } from 'vitest';

import { revisionLimits, revisionsToPrune, type KeptRevision } from './revisions-to-prune.ts';

const now = new Date('2026-11-21T12:00:00Z');

function minutesAgo(minutes: number, more: Partial<KeptRevision> = {}): KeptRevision {
  const saved_at = new Date(now.getTime() - minutes * 60_000);
  return { id: `${minutes}`, save_kind: 'save', saved_by: 'ann', saved_at, bytes: 1_000, ...more };
}

test('revisions saved with a button all stay', () => {
  expect(
    revisionsToPrune(
      [1, 2, 3, 4, 5].map((n) => minutesAgo(n)),
      now,
    ),
  ).toEqual([]);
});

test('the newest autosave of ten minutes stays', () => {
  const autosaves = [1, 2, 3, 9, 11, 12, 31].map((n) => minutesAgo(n, { save_kind: 'autosave' }));
  expect(revisionsToPrune(autosaves, now)).toEqual(['2', '3', '9', '12']);
});

test('the state that a button overwrote stays', () => {
  const states = [
    minutesAgo(1, { save_kind: 'autosave' }),
    minutesAgo(2, { save_kind: 'autosave' }),
    minutesAgo(3),
    minutesAgo(4, { save_kind: 'autosave' }),
    minutesAgo(5, { save_kind: 'autosave' }),
  ];
  expect(revisionsToPrune(states, now)).toEqual(['2', '5']);
});

test('autosaves of different users are counted apart', () => {
  const mine = minutesAgo(1, { save_kind: 'autosave' });
  const theirs = minutesAgo(2, { save_kind: 'autosave', saved_by: 'ben' });
  expect(revisionsToPrune([mine, theirs], now)).toEqual([]);
});

test('of autosaves older than a day one for each hour stays', () => {
  const day = 24 * 60;
  const autosaves = [day + 1, day + 15, day + 50, day + 61].map((n) =>
    minutesAgo(n, { save_kind: 'autosave' }),
  );
  expect(revisionsToPrune(autosaves, now)).toEqual([`${day + 15}`, `${day + 50}`]);
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
