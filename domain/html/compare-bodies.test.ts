import { expect, test } from 'vitest';

import { compareBodies } from './compare-bodies.ts';

const image = (name: string) =>
  `<figure><img src="/storage/blog-images/editor-images/${name.repeat(20)}.png" alt=""></figure>`;

test('compareBodies shows blocks as they look, and marks what was removed, added and said otherwise', () => {
  const video = '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Talk"></iframe>';
  const one = `<h2 id="anchor-a">Same</h2><p>One word.</p>${image('1')}${video}<script>alert(1)</script>`;
  const other = `<h2 id="anchor-a">Same</h2><p>One other word.</p>${image('2')}<details><summary>More</summary><p>x</p></details>`;
  const path = (name: string) => `/storage/blog-images/editor-images/${name.repeat(20)}.png`;
  expect(compareBodies(one, other)).toEqual([
    {
      kind: 'attributes',
      changes: [
        { name: 'Image', words: '', before: path('1'), after: path('2') },
        {
          name: 'Video',
          words: '',
          before: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
          after: null,
        },
        { name: 'Title', words: '', before: 'Talk', after: null },
      ],
    },
    { kind: 'same', blocks: ['<h2>Same</h2>'] },
    { kind: 'words', one: 'One word.', other: 'One other word.' },
    { kind: 'removed', blocks: [image('1')] },
    { kind: 'added', blocks: [image('2')] },
    {
      kind: 'removed',
      blocks: ['<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">Video: Talk</a></p>'],
    },
    { kind: 'added', blocks: ['<details open><summary>More</summary><p>x</p></details>'] },
  ]);
});

test('compareBodies names a changed anchor, which no block shows', () => {
  expect(compareBodies('<h2 id="anchor-a">Same</h2>', '<h2 id="anchor-b">Same</h2>')).toEqual([
    {
      kind: 'attributes',
      changes: [{ name: 'Anchor', words: 'Same', before: 'anchor-a', after: 'anchor-b' }],
    },
    { kind: 'same', blocks: ['<h2>Same</h2>'] },
  ]);
});

test('compareBodies never shows a paragraph as words alone when its attributes or elements differ', () => {
  const [bank, shop] = ['<a href="https://a.test">bank</a>', '<a href="https://b.test">shop</a>'];
  const moved = bank.replace('a.test', 'b.test');
  expect(compareBodies(`<p>Teh ${bank} ${shop}</p>`, `<p>The ${moved} ${shop}</p>`)).toEqual([
    {
      kind: 'attributes',
      changes: [{ name: 'Link', words: 'bank', before: 'https://a.test', after: 'https://b.test' }],
    },
    { kind: 'removed', blocks: [`<p>Teh ${bank} ${shop}</p>`] },
    { kind: 'added', blocks: [`<p>The ${moved} ${shop}</p>`] },
  ]);
  const struck = compareBodies('<p>Teh price is not final.</p>', '<p>The price is <del>not</del> final.</p>');
  expect(struck.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
