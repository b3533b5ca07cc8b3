import { expect, test } from 'vitest';

import { emptyState } from '#domain/posts/post-state.ts';
import { additionsOf } from './review-proposal.ts';

const state = (content: string, fields = {}) => ({
  ...emptyState('post'),
  ...fields,
  content,
});

test('new links, images and videos are named by their real targets; those that were there are not', () => {
  const base = state('<p><a href="https://known.test/">known</a></p>');
  const proposed = state(
    '<p><a href="https://known.test/">known</a> <a href="https://evil.test/x">https://known.test/</a></p>' +
      '<p><img src="/storage/blog-images/editor-images/1.png" alt=""></p>' +
      '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>',
    { canonicalUrl: 'https://elsewhere.test/' },
  );
  const { links, images, embeds } = additionsOf(base, proposed);
  expect(links).toEqual(['https://evil.test/x', 'https://elsewhere.test/']);
  expect(images).toEqual(['/storage/blog-images/editor-images/1.png']);
  expect(embeds).toHaveLength(1);
});

test('characters that hide or turn text are named with the words around them, in fields too', () => {
  const hidden = ['\u200B', '\u202E', '\u2066', '\u00AD', '\uFEFF', '\u{E0041}'];
  const { hidden: found } = additionsOf(
    state(''),
    state(`<p>pay${hidden.join('')}me</p>`, { title: 'a\u200Eb' }),
  );
  expect(found.map(({ character }) => character)).toEqual([
    'U+200E', 'U+200B', 'U+202E', 'U+2066', 'U+00AD', 'U+FEFF', 'U+E0041',
  ]); // prettier-ignore
  expect(found[1]?.around).toBe('pay······me');
  const fine = '👩‍💻 क्‍ष ❤️';
  expect(additionsOf(state(''), state(`<p>${fine}</p>`)).hidden).toEqual([]);
});

test('a hidden character is named at a new place, although the text has it elsewhere', () => {
  const known = '<p>These words are known\u202E and they stay as they have been before.</p>';
  const { hidden } = additionsOf(state(known), state(`${known}<p>Here it is\u202E new.</p>`));
  expect(hidden.map(({ around }) => around)).toEqual(['before. Here it is· new.']);
});

test('a body of hidden characters is looked at up to a bound', () => {
  const { hidden } = additionsOf(state(''), state(`<p>${'\u200B'.repeat(1_500_000)}</p>`));
  expect(hidden.length).toBeLessThanOrEqual(100);
});
