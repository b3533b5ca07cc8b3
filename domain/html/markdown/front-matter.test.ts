import { expect, test } from 'vitest';

import { readFrontMatter, writeFrontMatter } from './front-matter.ts';

test('front matter is read again as it was written, without what has no value', () => {
  const fields = {
    title: 'A: "b"\n# c',
    date: '2026-11-24',
    tags: ['yes', '1', '- x'],
    year: 2026,
    draft: false,
  };
  const written = writeFrontMatter({ ...fields, image: null, services: [], excerpt: '', link: undefined });
  expect(readFrontMatter(`${written}\nBody\n---\n`)).toEqual({ fields, body: '\nBody\n---\n' });
});

test.each([
  ['no front matter', 'Body\n---\n', {}, 'Body\n---\n'],
  ['an empty one', '---\n---\nBody', {}, 'Body'],
  ['line ends of Windows, a byte order mark', '\uFEFF---\r\ntitle: a\r\n---\r\nBody', { title: 'a' }, 'Body'],
])('a text with %s', (_, text, fields, body) => {
  expect(readFrontMatter(text)).toEqual({ fields, body });
});

test.each([
  ['no YAML', '---\ntitle: "a\n---\n', 'cannot be read'],
  ['a list', '---\n- a\n---\n', 'not a list of fields'],
  ['references', '---\na: &a [x, x]\nb: [*a, *a]\n---\n', 'references'],
  ['lists in lists', `---\n{\n${'- '.repeat(20_000)}a\n}\n---\n`, 'nested too deeply'],
  ['a key twice', '---\na: 1\na: 2\n---\n', 'a key twice'],
  [
    '201 keys',
    `---\nfield:\n${Array.from({ length: 200 }, (_, n) => `  k${n}: x\n`).join('')}---\n`,
    'more than 200',
  ],
  ['too much', `---\na: ${'x'.repeat(64_000)}\n---\n`, 'too long'],
])('front matter with %s is refused', (_, text, message) => {
  expect(() => readFrontMatter(text)).toThrow(message);
});
