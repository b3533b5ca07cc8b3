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
  const { attributes } = additionsOf(base, proposed);
  const video = 'https://www.youtube-nocookie.com/embed/abcdefghijk';
  expect(attributes.map(({ name, words, before, after }) => [name, words, before, after])).toEqual([
    ['Field', 'Canonical Address', null, 'https://elsewhere.test/'],
    ['Link', 'https://known.test/', null, 'https://evil.test/x'],
    ['Image', '', null, '/storage/blog-images/editor-images/1.png'],
    ['Alt text', '', null, ''],
    ['Video', '', null, video],
    ['Title', '', null, 'YouTube video'],
  ]);
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
  expect(found.find(({ character }) => character === 'U+200B')?.around).toBe('pay······me');
  const fine = '👩‍💻 क्‍ष ❤️ ❤️‍🔥';
  expect(additionsOf(state(''), state(`<p>${fine}</p>`)).hidden).toEqual([]);
});

test.each([
  ['a title', { content: '<p><span title="a\u202Eb">x</span></p>' }, 'U+202E'],
  [
    'an alt text',
    { content: '<p><img src="/storage/blog-images/editor-images/1.png" alt="a\u200Bb"></p>' },
    'U+200B',
  ],
  ['the description of an image', { imageDescription: '{"alt":"a\\u200Bb"}' }, 'U+200B'],
  ['a fact of a case study', { services: ['a\u200Bb'] }, 'U+200B'],
  ['joiners in a row', { title: 'a👩\u200D\u200C💻' }, 'U+200D U+200C'],
  ['variation selectors in a row', { title: '❤\uFE0F\u{E0100}' }, 'U+FE0F U+E0100'],
  ['joiners and selectors that take turns', { title: '❤\uFE0F\u200D\uFE0F' }, 'U+FE0F U+200D U+FE0F'],
  ['a joiner after a Latin character', { title: 'pay\u200Dpal' }, 'U+200D'],
])('hidden characters in %s are named', (_where, fields, character) => {
  expect(additionsOf(state(''), { ...state(''), ...fields }).hidden).toMatchObject([{ character }]);
});

test('a hidden character is named at a new place, although the text has it elsewhere', () => {
  const known = '<p>These words are known\u202E and they stay as they have been before.</p>';
  const { hidden } = additionsOf(state(known), state(`${known}<p>Here it is\u202E new.</p>`));
  expect(hidden.map(({ around }) => around)).toEqual(['before. Here it is· new.']);
});

test('a body of hidden characters is looked at up to a bound', () => {
  const { hidden } = additionsOf(state(''), state(`<p>${'\u200B'.repeat(1_500_000)}</p>`));
  expect(hidden.length).toBeLessThanOrEqual(100);
  const many = Array.from({ length: 101 }, (_, n) => `word ${n} \u200Band more words`).join(' ');
  expect(additionsOf(state(''), state(`<p>${many}</p>`)).moreHidden).toBe(1);
});
