import { expect, test } from 'vitest';

import { changesInWords } from './changes-in-words.ts';
import { fieldNames } from './post-fields.ts';
import type { PostState } from './post.ts';
import { readSettings } from './post-settings.ts';

const state = (content: string, more: Partial<PostState> = {}): PostState => ({
  ...readSettings({ title: 'One', slug: 'one' }),
  content,
  ...more,
});
const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const image = (src: string, alt = '') => `<figure><img src="${src}" alt="${alt}"></figure>`;

test.each([
  ['nothing', p('a'), p('a'), ''],
  ['one paragraph', p('a', 'b'), p('a', 'B'), '1 paragraph'],
  ['paragraphs', p('a', 'b', 'c', 'd'), p('A', 'b', 'C', 'D'), '3 paragraphs'],
  [
    'what is new',
    p('a'),
    `${p('a', 'b')}<h2>c</h2><ul><li>d</li></ul>`,
    '1 paragraph added; 1 heading added; 1 list added',
  ],
  ['what is gone', p('a', 'b') + image('x'), p('a'), '1 paragraph removed; 1 image removed'],
  ['what is elsewhere', p('a', 'b', 'c'), p('b', 'c', 'a'), '1 paragraph moved'],
  ['an image in the place of another', image('x'), image('y'), '1 image added; 1 image removed'],
  ['the description of an image', image('x'), image('x', 'A tree'), '1 image'],
  ['another kind of block', p('a'), '<h2>a</h2>', '1 paragraph removed; 1 heading added'],
  [
    'blocks that are not next to each other',
    p('a') + '<pre>x</pre>',
    p('A') + '<pre>y</pre>',
    '1 paragraph; 1 code block',
  ],
  ['white space between blocks', '<p>a</p>\n<p>b</p>', p('a', 'b'), 'Formatting'],
])('changesInWords of %s is told in words', (_, before, after, words) => {
  expect(changesInWords(state(before), state(after))).toBe(words);
});

test('changesInWords names fields before blocks, and tags in any order once', () => {
  const before = state(p('a'), { tagIds: ['1', '2'] });
  expect(changesInWords(before, state(p('a'), { tagIds: ['2', '1'] }))).toBe('');
  expect(
    changesInWords(
      before,
      state(p('b'), { title: 'Two', tagIds: [], publishedAt: new Date(0), featured: true }),
    ),
  ).toBe('Title; Featured; Publish Date; Tags; 1 paragraph');
});

test('changesInWords of everything at once fits the column', () => {
  const blocks = ['p', 'h2', 'ul', 'blockquote', 'pre', 'table', 'aside', 'details', 'dd'];
  const of = (text: string, names: readonly string[]) =>
    names.map((name) => `<${name}>${text}</${name}>`).join('');
  const values = Object.fromEntries(fieldNames.map((name) => [name, 'changed']));
  const words = changesInWords(state(of('a', blocks) + of('same', blocks), { tagIds: ['1'] }), {
    ...state(of('b', blocks.toReversed()) + image('x')),
    ...values,
  });
  expect(words.length).toBeLessThanOrEqual(500);
  expect(words).toMatch(/; …$/);
});
