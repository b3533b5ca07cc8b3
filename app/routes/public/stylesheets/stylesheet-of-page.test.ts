import { expect, test } from 'vitest';

import { bodyOfText } from '../post/post-body.ts';
import { blockStylesheetOf, stylesheetOf } from './stylesheet-of-page.ts';

const pageOf = (html: string) => [{ handle: null, loaderData: { body: bodyOfText(html) } }];
const plain = stylesheetOf(pageOf('<p>x</p>'));

test.each([
  '<p class="align-right">x</p>',
  '<p dir="rtl" class="indent-2">x</p>',
  '<p><span class="color-red">x</span></p>',
  '<figure class="width-half"><img src="/storage/blog-images/x/1.jpg" alt=""></figure>',
  '<p><mark>x</mark></p>',
  '<iframe src="https://player.vimeo.com/video/1"></iframe>',
])('%s needs the styles of looks', (html) => {
  expect(stylesheetOf(pageOf(html))).not.toBe(plain);
});

test.each([
  '',
  '<h2>X</h2><p>class="y"</p>',
  '<table><tbody><tr><td>x</td></tr></tbody></table>',
  '<aside class="block-note"><p>x</p></aside>',
  '<pre><code class="language-ts">const</code></pre>',
])('%s does not', (html) => {
  expect(stylesheetOf(pageOf(html))).toBe(plain);
});

test('the style sheet of blocks is only for a body that has one', () => {
  expect(blockStylesheetOf(pageOf('<p><a href="/contact" class="block-button">x</a></p>'))).not.toBeNull();
  expect(blockStylesheetOf(pageOf('<p class="align-right">block-button</p>'))).toBeNull();
});
