import { expect, test } from 'vitest';

import { entriesToForget, isNews, journalDelay, type JournalEntry } from './journal-entry.ts';
import { newPostValues } from '../post-values.ts';

const stored = { values: { ...newPostValues('u'), title: 'Stored' }, content: '<p>Stored</p>' };
const entry: JournalEntry = {
  id: 'e',
  userId: 'u',
  post: 'new',
  creationKey: null,
  values: stored.values,
  content: null,
  version: 1,
  draftVersion: 0,
  at: 0,
};

test('only what is not stored is news', () => {
  expect(isNews(entry, stored)).toBe(false);
  expect(isNews({ ...entry, content: '<p>Stored</p>' }, stored)).toBe(false);
  expect(isNews({ ...entry, content: '<p>More</p>' }, stored)).toBe(true);
  expect(isNews({ ...entry, content: '' }, stored)).toBe(true);
  expect(isNews({ ...entry, values: { ...stored.values, title: 'Stored.' } }, stored)).toBe(true);
});

test('the journal is bounded in number for each person, and in age', () => {
  const day = 24 * 60 * 60 * 1000;
  const now = 100 * day;
  const mine = Array.from({ length: 25 }, (_, n) => ({ id: `m${n}`, userId: 'me', at: now - n }));
  const other = { id: 'o', userId: 'other', at: now - 1_000 };
  const old = { id: 'old', userId: 'third', at: now - 31 * day };
  expect(entriesToForget([old, other, ...mine.toReversed()], now)).toEqual([
    'm20',
    'm21',
    'm22',
    'm23',
    'm24',
    'old',
  ]);
});

test('a body is written down within 300 ms, a very long one in proportion', () => {
  expect(journalDelay(0)).toBeLessThanOrEqual(300);
  expect(journalDelay(10)).toBeLessThanOrEqual(300);
  expect(journalDelay(60)).toBe(1_200);
});
