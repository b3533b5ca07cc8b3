import { expect, test } from 'vitest';

import {
  entriesOfClosedForms,
  entriesToDelete,
  isUnsaved,
  isStale,
  journalDelay,
  type JournalEntry,
} from './journal-rules.ts';
import { newPostValues } from '#app/routes/admin/posts/state/post-values.ts';

const stored = { values: { ...newPostValues('u'), title: 'Stored' }, content: '<p>Stored</p>' };
const entry: JournalEntry = {
  id: 'e',
  userId: 'u',
  post: 'new',
  creationKey: null,
  values: stored.values,
  content: null,
  version: 1,
  pendingVersion: 0,
  at: 0,
};

test('isUnsaved is true only for text that is not stored', () => {
  expect(isUnsaved(entry, stored)).toBe(false);
  expect(isUnsaved({ ...entry, content: '<p>Stored</p>' }, stored)).toBe(false);
  expect(isUnsaved({ ...entry, content: '<p>More</p>' }, stored)).toBe(true);
  expect(isUnsaved({ ...entry, content: '' }, stored)).toBe(true);
  expect(isUnsaved({ ...entry, values: { ...stored.values, title: 'Stored.' } }, stored)).toBe(true);
});

test('entriesOfClosedForms offers unsaved text, deletes stored text, and leaves open forms alone', () => {
  const typed = { ...entry, content: '<p>More</p>' };
  const entries = [
    { ...typed, id: 'this form' },
    { ...typed, id: 'another tab' },
    { ...typed, id: 'closed' },
    { ...entry, id: 'closed and saved' },
  ];
  const forms = { formId: 'this form', openForms: new Set(['this form', 'another tab']) };
  expect(entriesOfClosedForms(entries, forms, stored)).toEqual({
    toOffer: [{ ...typed, id: 'closed' }],
    idsToDelete: ['closed and saved'],
  });
});

test('entriesToDelete returns old entries and the oldest of each user', () => {
  const day = 24 * 60 * 60 * 1000;
  const now = 100 * day;
  const mine = Array.from({ length: 25 }, (_, n) => ({ id: `m${n}`, userId: 'me', at: now - n }));
  const other = { id: 'o', userId: 'other', at: now - 1_000 };
  const old = { id: 'old', userId: 'third', at: now - 31 * day };
  expect(entriesToDelete([old, other, ...mine.toReversed()], now)).toEqual([
    'm20',
    'm21',
    'm22',
    'm23',
    'm24',
    'old',
  ]);
});

test('journalDelay is at most 100 ms, for a very long body in proportion to its cost', () => {
  expect(journalDelay(0)).toBeLessThanOrEqual(100);
  expect(journalDelay(10)).toBeLessThanOrEqual(100);
  expect(journalDelay(60)).toBe(600);
});

test.each([
  ['typed over the stored version', { version: 2, pendingVersion: 1 }, false],
  ['typed over a version that was replaced since', { version: 1, pendingVersion: 1 }, true],
  ['from a form whose save arrived', { version: 1, pendingVersion: 1, saveKeys: ['lost', 'own'] }, false],
  ['from a form whose save was replaced since', { version: 1, pendingVersion: 1, saveKeys: ['lost'] }, true],
])('isStale of a text %s', (_, typed, versionConflict) => {
  expect(isStale(typed, { version: 2, pendingVersion: 1, saveKey: 'own' })).toBe(versionConflict);
});
