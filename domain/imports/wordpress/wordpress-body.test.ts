import { expect, test } from 'vitest';

import { cleanHtml } from '#domain/html/html.ts';
import { changeBody } from '../import-body.ts';
import type { ImportNote } from '../import-report.ts';
import { wordpressBody } from './wordpress-body.ts';

const noAttachments = { byId: new Map(), byPost: new Map() };

function read(content: string): { html: string; left: string } {
  const notes: ImportNote[] = [];
  const html = wordpressBody(content, '1', noAttachments, notes);
  const changed = changeBody(html, { image: () => null, link: () => null }, notes);
  return { html: cleanHtml(changed), left: notes.map(({ what }) => what).join('\n') };
}

test('a numbered comment of the text does not repeat what is held back while lines become paragraphs', () => {
  expect(read(`<pre>kept</pre>\n\n<!--b0-->\n\nwords<!--i0-->`).html).toBe(
    '<pre><code>kept</code></pre><p>words</p>',
  );
});

const code = 'if (a < b && c[0]) {\n\n    say("<b>[gallery]</b>");\n}';
const asText = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test.for([
  ['[sourcecode language="js"]', '[/sourcecode]', code], ['[sourcecode language="js"]', '[/sourcecode]', asText], ['[code lang="js" gutter="false"]', '[/code]', asText],
  ['[js]', '[/js]', asText], ['[JS]', '[/js]', code], ['[cc lang="js"]', '[/cc]', code], ['[cc_js]', '[/cc_js]', code], ['[crayon lang="js"]', '[/crayon]', asText],
  ['<pre lang="js">', '</pre>', code], ['<pre lang="js" escaped="true">', '</pre>', asText], ['<pre class="brush: js; notranslate">', '</pre>', asText],
  ['<pre class="lang:js decode:true">', '</pre>', asText], ['<pre class="EnlighterJSRAW" data-enlighter-language="js">', '</pre>', asText],
  ['<pre data-shcb-language-name="JavaScript"><span><code class="hljs language-js">', '</code></span></pre>', asText], ['<pre class="wp-block-code"><code lang="js" class="language-js">', '</code></pre>', asText], ['<!-- wp:syntaxhighlighter/code {"language":"js"} --><pre>', '</pre><!-- /wp:syntaxhighlighter/code -->', asText],
] as const)('code between %s and %s is one block with its language and every character', ([start, end, written]) => {
  const shown = asText.replaceAll('"', '"');
  const { html, left } = read(`Before.\n\n${start}\n${written}\n${end}\n\nAfter.`);
  expect([html, left]).toEqual([`<p>Before.</p><pre><code class="language-js">${shown}</code></pre><p>After.</p>`, '']);
}); // prettier-ignore

test.for([
  ['<code>\na\n\n  b\n</code>', '<pre><code>a\n\n  b</code></pre>'],
  ['Use <code>[embed]x[/embed]</code>.', '<p>Use <code>[embed]x[/embed]</code>.</p>'],
  ['<pre>[gallery ids="1"] <!-- x --></pre>', '<pre><code>[gallery ids="1"] &lt;!-- x --&gt;</code></pre>'],
  ['[[code]a[/code]] and [[/code]]', '<p>[code]a[/code] and [/code]</p>'],
  ['<p>[code]</p>\n<p>a &lt; b</p>\n<p>[/code]</p>', '<p>\n\n</p><pre><code>a &lt; b</code></pre><p></p>'],
  ['Write [[gallery ids="1"]].', '<p>Write [gallery ids="1"].</p>'],
  ['<pre class="wp-block-verse">a <em>b</em>\n c</pre>', '<pre>a <em>b</em>\n c</pre>'],
] as const)('what stands in code, or in two brackets, is text: %s', ([content, html]) => {
  expect(read(content)).toEqual({ html, left: '' });
}); // prettier-ignore

test.for([
  ['a\nb\n\nc', '<p>a<br>\nb</p><p>c</p>'],
  ['<h2>Head</h2>\nText\n<h3 style="text-align:center">Other</h3>', '<h2>Head</h2><p>Text</p><h3 class="align-center">Other</h3>'],
  ['<p style="text-align: right;">One\n\nTwo</p>', '<p class="align-right">One</p><p class="align-right">Two</p>'],
  ['<div style="text-align:center">One <b>b</b><p>Two</p></div>', '<p class="align-center">One <b>b</b></p><p class="align-center">Two</p>'],
  ['<center>One</center>Two', '<p class="align-center">One</p><p>Two</p>'],
  ['Before<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>After', '<p>Before</p><ul><li>a</li><li>b<br>\nc</li></ul><p>After</p>'],
  ['Text\n<blockquote>Said\n\nmore</blockquote>', '<p>Text</p><blockquote><p>Said</p><p>more</p></blockquote>'],
  ['<p>Wrapped\nline</p>\n<p>Next</p>', '<p>Wrapped\nline</p><p>Next</p>'],
  ['<!-- wp:paragraph -->\n<p>a\nb</p>\n<!-- /wp:paragraph -->\n\nc\n\nd', '<p>a\nb</p><p>c</p><p>d</p>'],
] as const)('a text without all of its HTML is shown as WordPress shows it: %j', ([content, html]) => {
  expect(read(content).html).toBe(html);
}); // prettier-ignore

test.for([
  ['[youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ]', 'youtube-nocookie.com/embed/dQw4w9WgXcQ'], ['[youtube=https://youtu.be/dQw4w9WgXcQ]', 'embed/dQw4w9WgXcQ'],
  ['[youtube id="dQw4w9WgXcQ"]', 'embed/dQw4w9WgXcQ'], ['[vimeo 146022717]', 'player.vimeo.com/video/146022717'], ['[gist https://gist.github.com/1]', 'href="https://gist.github.com/1"'],
  ['[gist id="12"]', 'href="https://gist.github.com/12"'], ['[tweet 5]', 'href="https://twitter.com/i/status/5"'], ['<iframe src="//player.vimeo.com/video/5"></iframe>', 'player.vimeo.com/video/5'],
  ['[soundcloud url="https://soundcloud.test/a" width="1"]', 'href="https://soundcloud.test/a"'],
] as const)('a shortcode that names an address stays readable: %s', ([content, wanted]) => {
  expect(read(content).html).toContain(wanted);
}); // prettier-ignore

test.for([
  'a <!-- SECRET\n\nSECRET --> b', '[private]SECRET[/private]', '[members_only level="1"]SECRET\n\nSECRET[/members_only]', '<span style="display: none">SECRET</span>', '<p hidden>SECRET</p>',
  '[ihc-hide-content]SECRET[/ihc-hide-content]', '[wpmem_logged_in]SECRET[/wpmem_logged_in]', '[membership level="1"]SECRET[/membership]', '[s2If is_user_logged_in()]SECRET[/s2If]', '[mepr-show rules="1"]SECRET[/mepr-show]', '[pms-restrict]SECRET[/pms-restrict]',
  '<!-- wp:paragraph {"blockVisibility":{"hideBlock":true}} --><p>SECRET</p><!-- /wp:paragraph -->',
  '<!-- wp:group {"metadata":{"blockVisibility":false}} --><div><!-- wp:group --><p>SECRET</p><!-- /wp:group -->SECRET</div><!-- /wp:group -->',
  '<!-- wp:premium-content/subscriber-view --><p>SECRET</p><!-- /wp:premium-content/subscriber-view -->',
])('what not everybody was shown is not in the text: %s', (content) => {
  const { html } = read(`Before.\n\n${content}\n\nAfter.`);
  expect(html).toMatch(/^<p>Before\.<\/p>.*<p>After\.<\/p>$/s);
  expect(html).not.toContain('SECRET');
}); // prettier-ignore

test('of very many different shortcodes the first hundred are named, and the others counted', () => {
  const notes: ImportNote[] = [];
  const content = Array.from({ length: 20_000 }, (_, n) => `[code-${n} size="1"]`).join('');
  wordpressBody(content, '1', noAttachments, notes);
  expect(notes).toHaveLength(101);
  expect(notes[0]).toMatchObject({ what: 'shortcode code-0: only the words within it were taken', count: 1 });
  expect(notes.at(-1)).toEqual({ effect: 'left out', what: 'more of other kinds', count: 19_900 });
});

test('a gallery has a hundred images at most, and what is left out is noted', () => {
  const images = Array.from({ length: 150 }, (_, n) => ({ address: `/${n}.png`, alt: '', caption: '' }));
  const notes: ImportNote[] = [];
  const html = wordpressBody('[gallery]', '1', { byId: new Map(), byPost: new Map([['1', images]]) }, notes);
  expect(html.split('<figure>')).toHaveLength(101);
  expect(notes).toEqual([{ effect: 'left out', what: 'shortcode gallery: more than 100 images', count: 1 }]);
});
