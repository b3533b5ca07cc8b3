import { expect, test } from 'vitest';

import { cleanTree } from './html.ts';
import { layOut } from './layout.ts';

const layOutBody = (html: string) => {
  const layout = layOut(cleanTree(html));
  return { ...layout, html: layout.html.join('') };
};

test('headings are links to themselves, by ids from their own words, and are listed as text', () => {
  const { html, sections } = layOutBody(
    '<h2>One &amp; <em>two</em></h2><p>x</p><h3>Part</h3><h2 lang="en">&lt;b&gt;</h2>',
  );
  expect(html).toBe(
    '<h2 id="section-one-two"><a class="anchor" href="#section-one-two">One &amp; <em>two</em></a></h2><p>x</p>' +
      '<h3 id="section-part"><a class="anchor" href="#section-part">Part</a></h3>' +
      '<h2 id="section-b" lang="en"><a class="anchor" href="#section-b">&lt;b&gt;</a></h2>',
  );
  expect(sections).toEqual([
    {
      id: 'section-one-two',
      heading: 'One & two',
      parts: [{ id: 'section-part', heading: 'Part', parts: [] }],
    },
    { id: 'section-b', heading: '<b>', parts: [] },
  ]);
});

test('an id stays the same when sections are added before or after', () => {
  const before = layOutBody('<h2>Cost</h2>').sections[0]?.id;
  expect(layOutBody('<h2>New</h2><h2>Cost</h2><h2>More</h2>').sections[1]?.id).toBe(before);
});

test('ids are unique, whatever the headings say and whatever ids the text has', () => {
  const { html } = layOutBody(
    '<h2>Same</h2><h3>Same</h3><p id="section-same-2">x</p><h2>SAME!</h2><h4>→</h4><h4>←</h4>',
  );
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
});

test('headings of other scripts have readable ids', () => {
  expect(layOutBody('<h2>Привет мир</h2><h2>小さく作る</h2>').sections.map(({ id }) => id)).toEqual([
    'section-privet-mir',
    expect.stringMatching(/^section-[a-z0-9-]{3,}$/),
  ]);
});

test('layOutBody gives the first 2,000 of 20,000 equal headings an address, in two seconds', () => {
  const begin = process.threadCpuUsage();
  const { sections, html } = layOutBody('<h2>Cost</h2>'.repeat(20_000));
  const { user, system } = process.threadCpuUsage(begin);
  expect(new Set(sections.map(({ id }) => id)).size).toBe(2_000);
  expect(html.endsWith('<h2>Cost</h2>')).toBe(true);
  expect(sections.slice(0, 3).map(({ id }) => id)).toEqual([
    'section-cost',
    'section-cost-2',
    'section-cost-3',
  ]);
  expect((user + system) / 1000).toBeLessThan(2_000);
});

test('a heading with an anchor of its own keeps it', () => {
  expect(layOutBody('<h2 id="anchor-cost">Cost</h2>')).toMatchObject({
    html: '<h2 id="anchor-cost"><a class="anchor" href="#anchor-cost">Cost</a></h2>',
    sections: [{ id: 'anchor-cost', heading: 'Cost', parts: [] }],
  });
});

test('a heading with a link in it is a target only', () => {
  expect(layOutBody('<h2><a href="/x">Cost</a></h2>').html).toBe(
    '<h2 id="section-cost"><a href="/x">Cost</a></h2>',
  );
});

test('an empty heading is not listed', () => {
  expect(layOutBody('<h2> <br></h2>')).toMatchObject({ html: '<h2> <br></h2>', sections: [] });
});

test.each([
  ['<h1>A</h1><h2>B</h2><h5>C</h5><h6>D</h6>', 'h2 h3 h4 h5'],
  ['<h3>A</h3><h3>B</h3>', 'h2 h2'],
  ['<h2>A</h2><h5>B</h5><h5>C</h5><h2>D</h2><h4>E</h4>', 'h2 h3 h3 h2 h3'],
  ['<h4>A</h4><h2>B</h2><h3>C</h3><h6>D</h6>', 'h2 h2 h3 h4'],
  ['<h2>A</h2><h3>B</h3><h4>C</h4>', 'h2 h3 h4'],
  ['<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5><h6>F</h6>', 'h2 h3 h4 h5 h6 h6'],
])('%s: the page keeps one title, and no level is left out', (html, expected) => {
  const laidOut = layOutBody(html).html;
  expect([...laidOut.matchAll(/<(h\d) /g)].map(([, name]) => name).join(' ')).toBe(expected);
  expect([...laidOut.matchAll(/<\/(h\d)>/g)].map(([, name]) => name).join(' ')).toBe(expected);
});

test('layOutBody drops a link to a fragment that nothing has, and keeps its words and its id', () => {
  const { html } = layOutBody(
    '<p>One<a href="#anchor-gone"><sup>1</sup></a>, <a id="anchor-ref" href="#anchor-lost">two</a>, ' +
      '<a href="#anchor-ref">three</a>, <a href="#top">up</a>, <a href="/blog#anchor-x">there</a>.</p>',
  );
  expect(html).toBe(
    '<p>One<sup>1</sup>, <span id="anchor-ref">two</span>, <a href="#anchor-ref">three</a>, ' +
      '<a href="#top">up</a>, <a href="/blog#anchor-x">there</a>.</p>',
  );
});

test('layOutBody keeps links of footnotes in both directions', () => {
  const html =
    '<p>Said<a id="anchor-_ftnref1" href="#anchor-_ftn1">[1]</a>.</p>' +
    '<p><a id="anchor-_ftn1" href="#anchor-_ftnref1">[1]</a> Where.</p>';
  expect(layOutBody(html).html).toBe(html);
  expect(layOutBody('<p id="anchor-fü">x</p><a href="#anchor-f%C3%BC">y</a>').html).toContain('<a href');
});

test('links of imported texts find the section that they mean by its words', () => {
  const { html } = layOutBody(
    '<a href="#anchor-target-dir--locking">a</a><a href="#anchor-note">b</a><a href="#anchor-%E9">c</a>' +
      '<p id="anchor-note">x</p><h2>Target dir: locking</h2><h2>Note</h2>',
  );
  expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '#section-target-dir-locking',
    '#anchor-note',
  ]);
});

test('a link that is only told of in code stays as it is written', () => {
  const code = '<code>&lt;a href="#anchor-note"&gt;</code>';
  expect(layOutBody(`<h2>Note</h2><p>${code}</p>`).html).toContain(code);
});

test('what is folded has a handle', () => {
  expect(layOutBody('<details open><p>x</p></details>').html).toBe(
    '<details open><summary></summary><p>x</p></details>',
  );
  const whole = '<details><summary>More</summary><p>x</p></details>';
  expect(layOutBody(whole).html).toBe(whole);
});

test('tables and code scroll inside themselves and are reached by keyboard', () => {
  expect(
    layOutBody('<table><tbody><tr><td>a</td></tr></tbody></table><pre><code>&lt;table&gt;</code></pre>').html,
  ).toBe(
    '<div class="wide" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td>a</td></tr></tbody></table></div>' +
      '<pre tabindex="0"><code>&lt;table&gt;</code></pre>',
  );
});

test('code in a known language gets its colors on the server, and stays the same text', () => {
  const { html } = layOutBody(
    '<pre><code class="language-ts">const a = "&lt;b&gt;\n  &amp;amp;"; // x &lt; y</code></pre>',
  );
  expect(html).toContain('<span class="c-keyword">const</span>');
  expect(html).toContain('<span class="c-comment">// x &lt; y</span>');
  expect(html.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')).toBe(
    'const a = "&lt;b&gt;\n  &amp;amp;"; // x &lt; y',
  );
});

test('code that is marked up, unknown or very long stays as it is', () => {
  for (const code of [
    '<code class="language-ts">const <strong>a</strong></code>',
    '<code class="language-klingon">const a</code>',
    `<code class="language-ts">${'const a;\n'.repeat(3000)}</code>`,
    '<code>const a</code>',
  ]) {
    expect(layOutBody(`<pre>${code}</pre>`).html).toBe(`<pre tabindex="0">${code}</pre>`);
  }
});

test('a video is a link to the page that shows it: nothing of another site is loaded', () => {
  const frame =
    '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="A &quot;talk&quot;"></iframe>';
  expect(layOutBody(`<p>a</p>${frame}`).html).toBe(
    '<p>a</p><p><a class="video" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener">' +
      '<span class="video-title">A "talk"</span> <span class="video-site">Watch on YouTube</span></a></p>',
  );
});

test('layOutBody cleans a stored body: nothing that acts and no link that begins with // comes through', () => {
  const stored =
    '<p>Fine.<script>canary()</script><img src=x onerror=canary()><a href="javascript:canary()">x</a>' +
    '<a href="//evil.example/" onclick="canary()">y</a></p><iframe srcdoc="<script>canary()</script>"></iframe>';
  expect(layOutBody(stored).html).toBe('<p>Fine.xy</p>');
});

test('a callout is a note with its name, and footnotes are a section with links back', () => {
  const { html } = layOutBody(
    '<aside class="block-warning"><p>a</p></aside>' +
      '<p>b<sup><a href="#anchor-fn-x" id="anchor-fnref-x" class="block-footnote">1</a></sup></p>' +
      '<ol class="block-footnotes"><li id="anchor-fn-x">c <a href="#anchor-fnref-x" class="block-back">↩</a></li></ol>',
  );
  expect(html).toBe(
    '<aside class="block-warning" role="note" aria-label="Warning"><p>a</p></aside>' +
      '<p>b<sup><a href="#anchor-fn-x" id="anchor-fnref-x" class="block-footnote" role="doc-noteref">1</a></sup></p>' +
      '<section role="doc-endnotes" aria-label="Footnotes"><ol class="block-footnotes"><li id="anchor-fn-x">c ' +
      '<a href="#anchor-fnref-x" class="block-back" role="doc-backlink" aria-label="Back to the text">↩</a></li></ol></section>',
  );
});

test.each([
  ['without a switch when there are three sections', '<h2>a</h2><h2>b</h2><h2>c</h2>', true],
  ['not without a switch when there are two', '<h2>a</h2><h2>b</h2>', false],
  ['when it is switched on', '<h2>a</h2><hr class="block-contents">', true],
  ['not when it is switched off', '<hr class="block-no-contents"><h2>a</h2><h2>b</h2><h2>c</h2>', false],
])('the table of contents is shown %s', (_, html, isShown) => {
  const body = layOutBody(html);
  expect(body.showsContents).toBe(isShown);
  expect(body.html).not.toContain('<hr');
});

test.each([
  '<p class="align-right">x</p>',
  '<p dir="rtl" class="indent-2">x</p>',
  '<p><span class="color-red">x</span></p>',
  '<figure class="width-half"><img src="/storage/blog-images/x/1.jpg" alt=""></figure>',
  '<p><mark>x</mark></p>',
  '<iframe src="https://player.vimeo.com/video/1"></iframe>',
])('%s needs the styles of text', (html) => {
  expect(layOutBody(html).isStyled).toBe(true);
});

test.each([
  '',
  '<h2>X</h2><p>class="y"</p>',
  '<table><tbody><tr><td>x</td></tr></tbody></table>',
  '<aside class="block-note"><p>x</p></aside>',
  '<pre><code class="language-ts">const</code></pre>',
])('%s needs no styles of text', (html) => {
  expect(layOutBody(html).isStyled).toBe(false);
});

test('a body needs the styles of blocks only where it has a block', () => {
  expect(layOutBody('<p><a href="/contact" class="block-button">x</a></p>').hasBlocks).toBe(true);
  expect(layOutBody('<p class="align-right">block-button</p>').hasBlocks).toBe(false);
});
