import { expect, test } from 'vitest';

import { initialChoices, differencesOf, mergedTags, partsOf, type State } from './field-differences.ts';
import { conflictingParts } from '#domain/posts/post-parts.ts';
import { newPostValues } from '../state/post-values.ts';

const choices = {
  categories: [{ id: 'c1', name: 'Engineering' }],
  tags: [
    { id: 't1', name: 'Rust' },
    { id: 't2', name: 'Go' },
  ],
  authors: [{ id: 'u1', label: 'Ann' }],
  publicAuthors: [],
};
const base: State = { values: { ...newPostValues('u1'), title: 'One', slug: 'one' }, content: '<p>Text</p>' };

function changed(values: Partial<State['values']>, content = base.content): State {
  return { values: { ...base.values, ...values }, content };
}

test('differencesOf lists each changed part as text', () => {
  const other = changed(
    {
      title: 'Two',
      categoryId: 'c1',
      tagIds: ['t1', 't2', 'gone'],
      published: true,
      publishedAt: '2026-11-21T09:30',
      displayPublishedAt: '2026-11-20',
      authorId: 'left',
    },
    '<p>Other <b>text</b></p>',
  );
  expect(differencesOf(base, other, choices)).toEqual([
    { part: 'title', one: 'One', other: 'Two' },
    { part: 'content', one: 'Text', other: 'Other text' },
    { part: 'published', one: 'No', other: 'Yes' },
    { part: 'publishedAt', one: '', other: 'November 21, 2026, 09:30' },
    { part: 'displayPublishedAt', one: '', other: 'November 20, 2026' },
    { part: 'authorId', one: 'Ann', other: 'Unknown' },
    { part: 'categoryId', one: 'Uncategorized', other: 'Engineering' },
    { part: 'tagIds', one: '', other: '(deleted), Go, Rust' },
  ]);
});

test('differencesOf finds a change of any single control as one part', () => {
  for (const [name, value] of Object.entries(base.values)) {
    const other =
      typeof value === 'boolean'
        ? !value
        : Array.isArray(value)
          ? ['t1']
          : name === 'kind'
            ? 'page'
            : '2026-11-20';
    expect(differencesOf(base, changed({ [name]: other }), choices), name).toHaveLength(1);
  }
});

test('differencesOf finds a body that differs only in formatting', () => {
  expect(differencesOf(base, changed({}, '<p><b>Text</b></p>'), choices)).toMatchObject([
    { part: 'content' },
  ]);
});

test('initialChoices takes theirs where only the other user changed a part', () => {
  const mine = changed({ title: 'Mine', excerpt: 'Mine' });
  const theirs = changed({ excerpt: 'Theirs', featured: true });
  expect(initialChoices(mine, theirs, base)).toMatchObject({
    title: 'mine',
    excerpt: 'mine',
    featured: 'theirs',
  });
  expect(initialChoices(mine, theirs, null)).toMatchObject({ featured: 'mine' });
});

test('initialChoices takes the tags of both where both changed them', () => {
  const one = changed({ tagIds: ['t1', 't2'] });
  expect(initialChoices(one, changed({ tagIds: ['t3'] }), base).tagIds).toBe('both');
  expect(initialChoices(one, base, base).tagIds).toBe('mine');
  expect(initialChoices(base, one, base).tagIds).toBe('theirs');
  expect(initialChoices(one, changed({ tagIds: ['t3'] }), null).tagIds).toBe('mine');
});

test('mergedTags has the tags that either side added, without those that either removed', () => {
  const before = changed({ tagIds: ['t1', 't2', 't3'] });
  expect(
    mergedTags(changed({ tagIds: ['t2', 't3', 't5'] }), changed({ tagIds: ['t1', 't2', 't4'] }), before),
  ).toEqual(['t2', 't4', 't5']);
});

test('conflictingParts names what both sides changed, each in its own way', () => {
  const mine = changed({ title: 'Mine', excerpt: 'Same', slug: 'mine' });
  const theirs = changed({ title: 'Theirs', excerpt: 'Same', featured: true });
  expect(conflictingParts(partsOf(mine), partsOf(theirs), partsOf(base))).toEqual(['title']);
});
