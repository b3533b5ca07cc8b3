import { expect, test } from 'vitest';

import { attributeChanges } from './attribute-changes.ts';
import { cleanTree } from './html.ts';

const changes = (one: string, other: string) =>
  attributeChanges(cleanTree(one), cleanTree(other)).map(
    ({ name, words, before, after }) => `${name} ${words}: ${before} → ${after}`,
  );
const link = (words: string, target: string) => `<a href="https://${target}.test">${words}</a>`;

test.each([
  ['of a link', link('bank', 'a'), link('bank', 'b'), ['Link bank: https://a.test → https://b.test']],
  [
    'of a link to an address that stands elsewhere',
    `<ul><li>${link('bank', 'a')}</li></ul><p>${link('shop', 'b')}</p>`,
    `<ul><li>${link('bank', 'b')}</li></ul><p>${link('shop', 'b')}</p>`,
    ['Link bank: https://a.test → https://b.test'],
  ],
  [
    'of two links of the same words that change places',
    `${link('here', 'a')} or ${link('here', 'b')}`,
    `${link('here', 'b')} or ${link('here', 'a')}`,
    ['Link here: null → https://a.test', 'Link here: https://a.test → null'],
  ],
  [
    'of a link with other words to an address that another one left',
    link('bank', 'a') + link('shop', 'b'),
    link('The bank', 'b'),
    [
      'Link The bank: null → https://b.test',
      'Link bank: https://a.test → null',
      'Link shop: https://b.test → null',
    ],
  ],
  [
    'of an image with its description',
    '<p><img src="/storage/blog-images/editor-images/1.png" alt="Tree"></p>',
    '<p><img src="/storage/blog-images/editor-images/2.png" alt="Tree"></p>',
    ['Image : /storage/blog-images/editor-images/1.png → /storage/blog-images/editor-images/2.png'],
  ],
  [
    'of the description of an image in a link',
    '<a href="/a"><img src="/storage/blog-images/editor-images/1.png" alt="Tree"></a>',
    '<a href="/b"><img src="/storage/blog-images/editor-images/1.png" alt="House"></a>',
    ['Alt text : Tree → House', 'Link House: null → /b', 'Link Tree: /a → null'],
  ],
  [
    'of a video',
    '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>',
    '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijl"></iframe>',
    [
      'Video : https://www.youtube-nocookie.com/embed/abcdefghijk → https://www.youtube-nocookie.com/embed/abcdefghijl',
    ],
  ],
  [
    'of titles and directions',
    '<p><span title="one">x</span> <bdo dir="ltr">1234</bdo></p>',
    '<p dir="rtl"><span title="two">x</span> <bdo dir="rtl">1234</bdo></p>',
    ['Title x: one → two', 'Direction 1234: ltr → rtl', 'Direction x 1234: null → rtl'],
  ],
  [
    'of what neither words nor looks show',
    '<h2 id="a">x</h2><p lang="de">y <time datetime="2026-01-01">z</time></p><pre><code class="language-js">c</code></pre><details><summary>d</summary></details><table><tbody><tr><th scope="col">h</th></tr></tbody></table>',
    '<h2 id="b">x</h2><p lang="en">y <time datetime="2027-01-01">z</time></p><pre><code class="language-py">c</code></pre><details open><summary>d</summary></details><table><tbody><tr><th scope="row">h</th></tr></tbody></table>',
    [
      'Anchor x: anchor-a → anchor-b',
      'Language y z: de → en',
      'Date z: 2026-01-01 → 2027-01-01',
      'Code language c: language-js → language-py',
      'Open at first d: null → yes',
      'Header of h: col → row',
    ],
  ],
  ['none in a moved paragraph', `<p>${link('a', 'a')}</p><p>b</p>`, `<p>b</p><p>${link('a', 'a')}</p>`, []],
] as const)('attributeChanges names the change %s', (_what, one, other, expected) => {
  expect(changes(`<p>Teh</p>${one}`, `<p>The</p>${other}`).toSorted()).toEqual([...expected].toSorted());
});
