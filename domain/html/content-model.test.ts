import { describe, expect, test } from 'vitest';

import { cleanHtml } from './html.ts';

describe('cleanHtml puts every element where HTML allows it', () => {
  test.each([
    ['a list in a paragraph', '<p>a<ul><li>b</li></ul>c', '<p>a</p><ul><li>b</li></ul><p>c</p>'],
    ['text in a list', '<ul>a<li>b</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['a list in a list', '<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['an item without a list', '<li>a</li><p>b</p>', '<ul><li>a</li></ul><p>b</p>'],
    [
      'text in a table',
      '<table>a<tr><td>b</td></tr></table>',
      '<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    ['a cell without a table', '<td>a</td><td>b</td>', '<p>a</p><p>b</p>'],
    ['nested links', '<a href="/a">x<a href="/b">y</a></a>', '<p><a href="/a">x</a><a href="/b">y</a></p>'],
    ['blocks in an inline element', '<b>a<p>b</p>c</b>', '<p><b>a</b></p><p><b>b</b></p><p><b>c</b></p>'],
    ['a heading in a paragraph', '<p>a<h2>b</h2>', '<p>a</p><h2>b</h2>'],
    [
      'a player in a paragraph',
      '<p>a<iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe>b</p>',
      '<p>a</p><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video"></iframe><p>b</p>',
    ],
    [
      'a player in a heading',
      '<h2>a<iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe></h2>',
      '<h2>a<br><a href="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ">YouTube video</a></h2>',
    ],
    [
      'an embed from elsewhere',
      '<iframe src="https://maps.test/x" title="The map"></iframe>',
      '<p><a href="https://maps.test/x">The map</a></p>',
    ],
    ['a caption without a figure', '<figcaption>a</figcaption>b', '<p>a</p><p>b</p>'],
    ['words between blocks', '<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
    ['crossed elements', '<p><b>a<i>b</b>c</i></p>', '<p><b>a<i>b</i></b><i>c</i></p>'],
    ['an anchor that holds nothing', '<p><a id="x"></a>b</p>', '<p><span id="anchor-x"></span>b</p>'],
    ['a line break at the start of code', '<pre>\n\nx</pre>', '<pre>x</pre>'],
  ])('%s', (_, html, expected) => {
    expect(cleanHtml(html)).toBe(expected);
  });
});

describe('cleanHtml keeps the blocks of the editor', () => {
  test.each([
    ['a callout', '<aside class="block-tip"><p>a</p><ul><li>b</li></ul></aside>'],
    [
      'a gallery',
      '<figure class="block-gallery"><figure><img src="/storage/blog-images/editor-images/1.png" alt=""></figure>' +
        '<figure><img src="/storage/blog-images/editor-images/2.png" alt=""><figcaption>b</figcaption></figure></figure>',
    ],
    ['a button', '<p><a href="/contact" class="block-button">Write to us</a></p>'],
    ['a bookmark', '<p><a href="/blog/x" class="block-bookmark"><strong>Title</strong><br>Words</a></p>'],
    ['a collapsible section', '<details open><summary>a</summary><p>b</p><pre>c</pre></details>'],
    [
      'footnotes',
      '<p>a<sup><a href="#anchor-fn-x" id="anchor-fnref-x" class="block-footnote">1</a></sup></p>' +
        '<ol class="block-footnotes"><li id="anchor-fn-x">b <a href="#anchor-fnref-x" class="block-back">↩</a></li></ol>',
    ],
    ['the switch of the contents', '<p>a</p><hr class="block-no-contents">'],
  ])('%s', (_, html) => {
    expect(cleanHtml(html)).toBe(html);
  });

  test.each([
    ['an aside without a kind', '<aside class="x"><p>a</p></aside>', '<p>a</p>'],
    ['an unknown kind', '<aside class="block-evil">a</aside>', '<p>a</p>'],
    ['an empty callout', '<aside class="block-note"></aside><p>a</p>', '<p>a</p>'],
    ['a block class on another element', '<p class="block-button">a</p>', '<p>a</p>'],
    [
      'a callout in a paragraph',
      '<p>a<aside class="block-note">b</aside>c',
      '<p>a</p><aside class="block-note"><p>b</p></aside><p>c</p>',
    ],
    [
      'other classes beside',
      '<a class="x block-button fixed inset-0" href="/a">b</a>',
      '<p><a href="/a" class="block-button">b</a></p>',
    ],
    [
      'what is no footnote in their list',
      '<p>a<sup><a href="#anchor-fn-x" class="block-footnote">1</a></sup></p><ol class="block-footnotes"><h2>b</h2>' +
        '<li>c <a href="#anchor-fnref-y" class="block-back">↩</a></li><li id="anchor-fn-x">d</li><li id="anchor-fn-z">e<p>f</p></li></ol>',
      '<p>a<sup><a href="#anchor-fn-x" class="block-footnote">1</a></sup></p><h2>b</h2><p>c </p><p>e</p><p>f</p>' +
        '<ol class="block-footnotes"><li id="anchor-fn-x">d</li></ol>',
    ],
    ['a list of footnotes to which nothing leads', '<ol class="block-footnotes"><li>a</li></ol>', '<p>a</p>'],
  ])('but not %s', (_, html, expected) => {
    expect(cleanHtml(html)).toBe(expected);
  });
});
