import { expect, test } from 'vitest';

import { compareBodies } from './compare-bodies.ts';

const image = (name: string) =>
  `<figure><img src="/storage/blog-images/editor-images/${name.repeat(20)}.png" alt=""></figure>`;

test('compareBodies shows blocks as they look, and marks what was removed, added and said otherwise', () => {
  const video = '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Talk"></iframe>';
  const one = `<h2 id="anchor-a">Same</h2><p>One word.</p>${image('1')}${video}<script>alert(1)</script>`;
  const other = `<h2 id="anchor-a">Same</h2><p>One other word.</p>${image('2')}<details><summary>More</summary><p>x</p></details>`;
  expect(compareBodies(one, other)).toEqual([
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
