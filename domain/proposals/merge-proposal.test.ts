import { describe, expect, test } from 'vitest';

import { emptyState } from '#domain/posts/post-state.ts';
import type { PostState } from '#domain/posts/post-fields.ts';
import { acceptedState, mergeProposal } from './merge-proposal.ts';

const paragraphs = (...words: string[]) => words.map((text) => `<p>${text}</p>`).join('');
const state = (content: string, fields: Partial<PostState> = {}): PostState => ({
  ...emptyState('post'),
  title: 'Title',
  excerpt: 'Excerpt',
  ...fields,
  content,
});

describe('a proposal beside the text as it is now', () => {
  const base = state(paragraphs('one', 'two', 'three'));
  const proposed = state(paragraphs('one', 'TWO', 'three', 'four'), { title: 'New title', published: true });
  const everything = { fields: ['title', 'excerpt', 'published'], places: [0, 1] };

  test('taken whole it is the proposed text, without what an editor decides', () => {
    const merge = mergeProposal(base, proposed, base);
    expect([merge.fields, merge.places.length, merge.conflicts]).toEqual([['title'], 2, []]);
    const accepted = acceptedState(merge, proposed, base, everything);
    expect(accepted).toEqual({ ...base, title: 'New title', content: proposed.content });
  });

  test('by paragraph only what was chosen is taken', () => {
    const merge = mergeProposal(base, proposed, base);
    const { content, title } = acceptedState(merge, proposed, base, { fields: [], places: [1] });
    expect([content, title]).toEqual([paragraphs('one', 'two', 'three', 'four'), 'Title']);
  });

  test('what was changed elsewhere meanwhile stays; the same place is a conflict that is chosen', () => {
    const current = state(paragraphs('ONE', 'zwei', 'three'), { title: 'Their title', excerpt: 'Longer' });
    const merge = mergeProposal(base, proposed, current);
    expect(merge.conflicts).toEqual(['title']);
    expect(merge.places.map(({ merged }) => merged === null)).toEqual([true, false]);
    const calm = acceptedState(merge, proposed, current, { fields: [], places: [1] });
    expect(calm.content).toBe(paragraphs('ONE', 'zwei', 'three', 'four'));
    const taken = acceptedState(merge, proposed, current, everything);
    expect(taken.content).toBe(paragraphs('ONE', 'TWO', 'three', 'four'));
    expect([taken.title, taken.excerpt]).toEqual(['New title', 'Longer']);
  });

  test('numbers of places that are not there take nothing', () => {
    const merge = mergeProposal(base, proposed, base);
    const none = { fields: ['__proto__', 'content'], places: [7, -1, NaN, 0.5] };
    expect(acceptedState(merge, proposed, base, none)).toEqual(base);
  });
});
