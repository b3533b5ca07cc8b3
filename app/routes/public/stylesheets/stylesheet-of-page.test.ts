import { expect, test } from 'vitest';

import { blockStylesheetOf, isStyled } from './stylesheet-of-page.ts';

test.each([
  '<p class="align-right">x</p>',
  '<p dir="rtl" class="indent-2">x</p>',
  '<p><span class="color-red">x</span></p>',
  '<figure class="width-half"><img src="/x" alt=""></figure>',
  '<p><mark>x</mark></p>',
  '<iframe src="https://player.vimeo.com/video/1"></iframe>',
])('%s needs the styles of looks', (html) => {
  expect(isStyled(html)).toBe(true);
});

test.each([
  '',
  '<h2 id="section-x"><a class="anchor" href="#section-x">X</a></h2><p>class="y"</p>',
  '<div class="wide" role="group"><table></table></div>',
  '<aside class="block-note" role="note"><p>x</p></aside>',
  '<pre tabindex="0"><code class="language-ts"><span class="c-keyword">const</span></code></pre>',
])('%s does not', (html) => {
  expect(isStyled(html)).toBe(false);
});

test('the style sheet of blocks is only for a body that has one', () => {
  const sheetFor = (html: string) => blockStylesheetOf([{ handle: null, loaderData: { body: { html } } }]);
  expect(sheetFor('<p><a href="/contact" class="block-button">x</a></p>')).not.toBeNull();
  expect(sheetFor('<p class="align-right">block-button</p>')).toBeNull();
});
