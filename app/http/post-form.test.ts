import { expect, test } from 'vitest';

import { readPostForm } from './post-form.ts';

const instantOf = (publishedAt: string, timeZone = 'UTC') =>
  readPostForm({ publishedAt }, [], timeZone).state.publishedAt?.toISOString();

test('readPostForm reads a publish date in the time zone of the site', () => {
  expect(instantOf('2026-07-01T09:00', 'America/Toronto')).toBe('2026-07-01T13:00:00.000Z');
  expect(instantOf('2026-07-01T09:00')).toBe('2026-07-01T09:00:00.000Z');
});

test('readPostForm reads a day without a time as its start, and none as none', () => {
  expect(instantOf('2026-07-01')).toBe('2026-07-01T00:00:00.000Z');
  expect(instantOf('')).toBeUndefined();
});

test.each([
  ['2026-07-01T', 'Please enter a time.'],
  ['2026-07-01T25:00', 'Please enter a time.'],
  ['2026-02-30T10:00', 'Please enter a time.'],
])('readPostForm of the date %s is refused: %s', (text, message) => {
  expect(() => instantOf(text)).toThrow(message);
});

test('readPostForm gives every field its type', () => {
  const controls = { published: 'true', services: 'One\nTwo', year: '2025', kind: 'case_study', excerpt: '' };
  const { state, begun } = readPostForm({ ...controls, version: '3', saveKey: '' }, ['a'], 'UTC');
  expect(state).toMatchObject({
    published: true,
    featured: false,
    services: ['One', 'Two'],
    year: 2025,
    kind: 'case_study',
    excerpt: null,
    tagIds: ['a'],
  });
  expect(begun).toEqual({ id: null, version: 3, pendingVersion: null, saveKey: null, creationKey: null });
});
