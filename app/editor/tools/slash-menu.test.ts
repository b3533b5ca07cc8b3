import { expect, test } from 'vitest';

import { insertControls } from './insert-controls.ts';
import { findControls } from './slash-menu.tsx';

const { groups } = insertControls(() => {});
const controls = groups.flatMap((group) => group.controls);

test.each([
  ['quote', 'Blockquote'],
  ['pullquote', 'Blockquote'],
  ['hr', 'Horizontal rule'],
  ['divider', 'Horizontal rule'],
  ['separator', 'Horizontal rule'],
  ['toggle', 'Collapsible section'],
  ['details', 'Collapsible section'],
  ['photo', 'Image'],
  ['picture', 'Image'],
  ['file', 'Image'],
  ['todo', 'Bullet list'],
  ['embed', 'Video'],
  ['youtube', 'Video'],
  ['h2', 'Heading 2'],
  ['heading3', 'Heading 3'],
  ['ul', 'Bullet list'],
  ['bulleted list', 'Bullet list'],
  ['numbered', 'Ordered list'],
  ['paragraph', 'Text'],
  ['code', 'Code block'],
  ['preformatted', 'Code block'],
  ['note', 'Callout'],
  ['cta', 'Button'],
  ['toc', 'Table of contents'],
  ['table', 'Table'],
  ['link', 'Bookmark'],
  ['gallery', 'Gallery'],
])('/%s finds what other editors call so: %s', (query, name) => {
  expect(findControls(controls, query)[0]?.name).toBe(name);
});

test('the most used come first, and each once', () => {
  expect(groups[0]?.controls.map(({ name }) => name).slice(0, 3)).toEqual([
    'Image',
    'Heading 2',
    'Heading 3',
  ]);
  expect(new Set(controls).size).toBe(controls.length);
});
