import { expect, test } from 'vitest';

import { extractFootnotes, footnoteList } from './footnotes.ts';

test('extractFootnotes numbers the references and returns their notes in that order', () => {
  const { text, notes } = extractFootnotes(
    'A[^b] and C[^a] and A again[^b].\n\n[^a]: First\n    goes on\n[^b]: *Second*\n',
    'p',
  );
  expect(text).toBe(
    'A<sup><a href="#anchor-fn-p-b" id="anchor-fnref-p-b" class="block-footnote">1</a></sup> and ' +
      'C<sup><a href="#anchor-fn-p-a" id="anchor-fnref-p-a" class="block-footnote">2</a></sup> and ' +
      'A again<sup><a href="#anchor-fn-p-b" id="anchor-fnref-p-b" class="block-footnote">1</a></sup>.\n\n',
  );
  expect(notes).toEqual([
    { key: 'p-b', text: '*Second*' },
    { key: 'p-a', text: 'First goes on' },
  ]);
});

test.each([
  ['a reference without a note', 'A[^x].'],
  ['code within a line', 'A `[^a]`.\n\n[^b]: B', 'A `[^a]`.\n'],
  ['a fenced block', '```\n[^a]: x\nA[^a]\n```'],
])('extractFootnotes leaves %s', (_, markdown, expected = markdown) => {
  expect(extractFootnotes(markdown, 'p').text).toBe(expected);
});

test('footnoteList is empty without notes', () => {
  expect(footnoteList([])).toBe('');
  expect(footnoteList([{ key: 'k', html: 'x' }])).toBe(
    '<ol class="block-footnotes"><li id="anchor-fn-k">x <a href="#anchor-fnref-k" class="block-back">↩</a></li></ol>',
  );
});
