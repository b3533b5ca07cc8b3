import { expect, test } from 'vitest';

import { changedFacts, keptFacts } from './changed-facts.ts';

test('only what differs is kept, on both sides', () => {
  expect(
    changedFacts(
      { title: 'Old', slug: 'same', published: false },
      { title: 'New', slug: 'same', published: true },
    ),
  ).toEqual({ before: { title: 'Old', published: false }, after: { title: 'New', published: true } });
});

test('nothing changed is null, also for instants that are other objects', () => {
  const at = '2026-03-01T10:00:00.000Z';
  expect(changedFacts({ at: new Date(at), name: null }, { at: new Date(at), name: null })).toBeNull();
});

test('an instant becomes text, and a fact that only one side names is no change', () => {
  expect(changedFacts({ at: new Date('2026-03-01T10:00:00Z'), gone: 1 }, { at: null, come: 2 })).toEqual({
    before: { at: '2026-03-01T10:00:00.000Z' },
    after: { at: null },
  });
});

test('a long text is cut to something that a database can hold', () => {
  const { text } = keptFacts({ text: `${'x'.repeat(498)}😀${'y'.repeat(100)}` });
  expect(text).toHaveLength(500);
  expect(String(text).isWellFormed()).toBe(true);
});
