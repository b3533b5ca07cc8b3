import fc from 'fast-check';
import { expect, test } from 'vitest';

import { payloads } from '#tests/xss-payloads.ts';
import { cleanTree, serializeClean } from './html.ts';
import { element, serializeHtml } from './html-tree.ts';
import { readHtml } from './read-html.ts';

const parts = [
  '<p>', '</p>', '<li>', '<ol reversed>', '<details open>', '<summary>', '<pre>', '<a href="/x?a=1&amp;b=%22" title="a > b">',
  '</a>', '<em>', '</em>', '<br>', '<hr>', '<img src="/storage/a/b.png" alt="&lt;&quot;&amp;>">', '<td>', '&amp;lt;',
  '&nbsp;', '"', '=', '\n', ' ', 'word', '<h2 id="x">', '<script>', '<p class="align-right">',
]; // prettier-ignore

test('readHtml reads what cleanTree made, as cleanTree made it', () => {
  const made = fc.array(fc.constantFrom(...parts, ...payloads), { maxLength: 30 }).map((all) => all.join(''));
  fc.assert(
    fc.property(made, (html) => {
      const tree = cleanTree(html);
      expect(readHtml(serializeClean(tree))).toEqual(tree);
    }),
  );
});

test('texts beside each other in preformatted text are one', () => {
  const tree = cleanTree('<pre>word<p>x</p></pre>');
  expect(tree).toEqual([element('pre', {}, ['word\nx'])]);
});

test.each([
  ['an unknown element, as its children', '<p>a<blink>b</blink></p>', '<p>ab</p>'],
  ['a tag without an end', '<p>a</p><p', '<p>a</p><p></p>'],
  ['an end without a start', '</p><p>a', '<p>a</p>'],
  ['an attribute without quotes', '<p title=x y>a</p>', '<p title=x="" y="">a</p>'],
])('readHtml reads %s', (_, html, read) => {
  expect(serializeHtml(readHtml(html))).toBe(read);
});

test('readHtml reads elements within each other a hundred thousand times', () => {
  expect(readHtml('<p>'.repeat(100_000))).toHaveLength(1);
});
