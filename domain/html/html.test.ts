import fc from 'fast-check';
import { parseFragment, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';

import { unsafeIn } from '#tests/unsafe-html.ts';
import { payloads, payloadsMissing, readPayloads } from '#tests/xss-payloads.ts';
import { cleanHtml, cleanTree, isEmptyTree, visibleText } from './html.ts';

/** Safe, stable, and the same tree for a browser as for us. */
function expectClean(html: string): string {
  const clean = cleanHtml(html);
  expect(unsafeIn(clean), html.slice(0, 500)).toEqual([]);
  expect(cleanHtml(clean), html.slice(0, 500)).toBe(clean);
  expect(cleanHtml(serialize(parseFragment(clean))), html.slice(0, 500)).toBe(clean);
  return clean;
}

/** Places where a payload may come to stand. */
const places: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `<p>before ${payload} after</p>`,
  (payload) => `<table><tr><td>${payload}</td></tr></table>`,
  (payload) => `<a href="${payload}">link</a>`,
  (payload) => `<a href='${payload}' title='${payload}'>link</a>`,
  (payload) => `<img src="${payload}" alt="${payload}">`,
  (payload) => `<iframe src="${payload}"></iframe>`,
  (payload) => `<svg><style>${payload}</style></svg>`,
  (payload) => `<math><mtext><table><mglyph><style>${payload}</style></table></mtext></math>`,
  (payload) => `<noscript><p title="${payload}"></noscript>`,
  (payload) => `<p style="${payload}" class="${payload}" id="${payload}">text</p>`,
];

test('unsafeIn finds most payloads in HTML that is not cleaned', () => {
  const found = payloads.filter((payload) => unsafeIn(payload).length > 0);
  expect(found.length).toBeGreaterThan(payloads.length * 0.8);
});

test('each collected payload is harmless wherever it stands', () => {
  const collected = payloadsMissing === null ? readPayloads() : [];
  for (const payload of [...payloads, ...collected]) for (const place of places) expectClean(place(payload));
});

describe('what must never come through', () => {
  test.each([
    ['unclosed script', '<p>a<script>alert(1)'],
    ['handler', '<p onclick="alert(1)">a</p>'],
    ['textarea', '<textarea><p title="</textarea><img src=x onerror=alert(1)>"></textarea>'],
    ['title', '<title><p title="</title><img src=x onerror=alert(1)>"></title>'],
    ['mXSS: comment end', '<!-- --!><img src=x onerror=alert(1)> -->'],
    ['mXSS: CDATA', '<![CDATA[><img src=x onerror=alert(1)>]]>'],
    ['mXSS: select', '<select><iframe></select><img src=x onerror=alert(1)>'],
    [
      'mXSS: annotation-xml',
      '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
    ],
    ['processing instruction', '<?xml version="1.0"?><img src=x onerror=alert(1)>'],
    [
      'form',
      '<form action="https://evil.test"><button formaction="javascript:alert(1)">x</button><input autofocus onfocus=alert(1)></form>',
    ],
    [
      'srcdoc',
      '<iframe srcdoc="<script>alert(1)</script>" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"></iframe>',
    ],
    [
      'image from elsewhere',
      '<img src="https://evil.test/pixel.gif" srcset="https://evil.test/2x.gif 2x" alt="x">',
    ],
    ['image as data', '<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
    ['image above the store', '<img src="/storage/blog-images/../../admin/logout">'],
    ['clobbering', '<a id="cookie" name="body">x</a><p id="__reactRouterContext">y</p>'],
    ['U+0000 in a tag', '<scr\u0000ipt>alert(1)</scr\u0000ipt><img src=x on\u0000error=alert(1)>'],
    ['control characters as references', '<p>a&#0;b&#1;c&#x8;</p>'],
    ['a tag cut off', '<p>text <img src=x onerror=alert(1) '],
    ['an attribute cut off', '<p title="<img src=x onerror=alert(1)>'],
  ])('%s', (_, html) => {
    const clean = expectClean(html);
    expect(clean).not.toMatch(/<[^>]*(?:alert|evil\.test)/);
  });

  test.each([
    'javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java&#x0A;script:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://site.test/1',
    'file:///etc/passwd',
    'view-source:https://site.test',
    'ws://evil.test',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
  ])('a link to %j', (address) => {
    const written = `<p><a href="${address.replaceAll('"', '&quot;')}">words</a></p>`;
    expect(expectClean(written)).toBe('<p>words</p>');
  });

  test.each([
    'position:fixed;inset:0;z-index:9999',
    'background:url(https://evil.test/x.gif)',
    'background-image:url("https://evil.test/x.gif")',
    'width:expression(alert(1))',
    'behavior:url(#default#time2)',
    '@import "https://evil.test/x.css"',
    'color:red;position:fixed',
    'color:re/**/d;posi\\74ion:fixed',
    'color:var(--x);content:"x"',
  ])('the style %j', (style) => {
    const clean = expectClean(
      `<p style='${style}'>a <span style='${style}' class="fixed inset-0">b</span></p>`,
    );
    expect(clean).not.toMatch(/style|fixed|url|evil|expression|import/i);
    expect(visibleText(clean)).toBe('a b');
  });

  test.each([
    'https://evil.test/embed/dQw4w9WgXcQ',
    'https://www.youtube.com.evil.test/embed/dQw4w9WgXcQ',
    'https://www.youtube.com@evil.test/embed/dQw4w9WgXcQ',
    'https://www.youtube.com:8443/embed/dQw4w9WgXcQ',
    'javascript:alert(1)//https://www.youtube.com/embed/dQw4w9WgXcQ',
  ])('a frame of %s', (address) => {
    expect(expectClean(`<iframe src="${address}"></iframe>`)).not.toContain('<iframe');
  });
});

describe('what must come through', () => {
  test.each([
    '<p>Plain <strong>bold</strong> <em>italic</em> <u>u</u> <s>s</s> x<sub>2</sub> x<sup>2</sup></p>',
    '<h1>One</h1><h2 id="anchor-two">Two</h2><h3>Three</h3><h4>Four</h4><h5>Five</h5><h6>Six</h6>',
    '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="3"><li>c</li></ol>',
    '<blockquote><p>Said.</p></blockquote><hr>',
    '<pre><code class="language-rust">fn main() {\n    println!("&lt;hi&gt;");\n}\n</code></pre>',
    '<p><a href="https://example.org/?a=1&amp;b=2#c">web</a> <a href="mailto:a@b.example">post</a> <a href="tel:+17025550100">call</a> <a href="/about">about</a> <a href="#anchor-two">two</a></p>',
    '<figure class="align-center width-half"><img src="/storage/blog-images/posts/1.png" alt="A plan" width="800" height="600"><figcaption>The plan</figcaption></figure>',
    '<table><thead><tr><th scope="col">A</th><th class="align-right">B</th></tr></thead><tbody><tr><td colspan="2">c</td></tr></tbody></table>',
    '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="A talk"></iframe>',
    '<p class="align-center indent-2">x <span class="font-serif size-huge color-red background-yellow">y</span></p>',
    '<details open><summary>More</summary><p>text</p></details><dl><dt>t</dt><dd>d</dd></dl>',
    '<p lang="he" dir="rtl">שלום <bdi>x</bdi> <ruby>漢<rt>kan</rt></ruby> <time datetime="2026-01-01">then</time></p>',
  ])('%s', (html) => {
    expect(expectClean(html)).toBe(html);
  });

  test('an address with a second # by the standard, and the same when it is read again', () => {
    const clean = cleanHtml('<p><a href="https://a.example/?c=##rust">a</a> <a href="#b#c">b</a></p>');
    expect(clean).toBe('<p><a href="https://a.example/?c=#%23rust">a</a> <a href="#anchor-b%23c">b</a></p>');
    expect(cleanHtml(clean)).toBe(clean);
  });

  test('links of footnotes in both directions, under ids that are nothing else of the page', () => {
    const clean = expectClean(
      '<p>Said<a href="#_ftn1" name="_ftnref1" title=""><span>[1]</span></a>.</p><p><a href="#_ftnref1" name="_ftn1">[1]</a> Where.</p>' +
        '<p><a href="#cookie" name="cookie">x</a></p>',
    );
    expect([...clean.matchAll(/(?:id|href)="[^"]*"/g)].map(([attribute]) => attribute)).toEqual([
      'href="#anchor-_ftn1"',
      'id="anchor-_ftnref1"',
      'href="#anchor-_ftnref1"',
      'id="anchor-_ftn1"',
      'href="#anchor-cookie"',
      'id="anchor-cookie"',
    ]);
  });

  test('an id once: a second element of the same id would be no target', () => {
    expect(
      expectClean('<h2 id="a">A</h2><p id="a">B <span id="a">c</span><a id="anchor-a" href="#a">d</a></p>'),
    ).toBe('<h2 id="anchor-a">A</h2><p>B c<a href="#anchor-a">d</a></p>');
  });

  test('styles that other editors write become our classes', () => {
    expect(
      expectClean(
        '<p style="text-align: center">a <span style="color: rgb(230, 0, 0); background-color: #ffff00">b</span> ' +
          '<span style="font-size: 2.5em; font-family: Georgia, serif">c</span></p><h2 class="ql-align-right ql-indent-1">d</h2>',
      ),
    ).toBe(
      '<p class="align-center">a <span class="color-red background-yellow">b</span> ' +
        '<span class="font-serif size-huge">c</span></p><h2 class="align-right indent-1">d</h2>',
    );
  });

  test('the words of what may not stay', () => {
    const html =
      '<form><label>Name</label></form><marquee>moving</marquee><img src="https://x.test/a.png" alt="A plan"><iframe src="https://x.test/" title="A map"></iframe>';
    expect(visibleText(expectClean(html))).toMatch(/Name.*moving.*A plan.*A map/s);
  });
});

describe('bodies made to break it', () => {
  test('what a grammar of tags, attributes and entities makes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(...pieces), { maxLength: 24 }),
        (parts) => void expectClean(parts.join('')),
      ),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 1000), seed: 20_261_121 },
    );
  });

  test.each(['div', 'blockquote', 'table><tr><td', 'font color=red'])('20,000 deep nested <%s>', (tag) => {
    const html = `<${tag}>`.repeat(20_000) + 'the words' + `</${tag.split(/[ >]/)[0]}>`.repeat(20_000);
    const clean = expectClean(html);
    expect(visibleText(clean)).toContain('the words');
  });
});

const names = [
  'p', 'div', 'span', 'a', 'b', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'th', 'tbody', 'caption', 'h1', 'h2', 'pre',
  'code', 'blockquote', 'figure', 'figcaption', 'details', 'summary', 'dl', 'dt', 'dd', 'ruby', 'rt', 'img', 'br', 'hr',
  'iframe', 'svg', 'math', 'mtext', 'mglyph', 'style', 'script', 'title', 'textarea', 'template', 'noscript', 'xmp',
  'plaintext', 'select', 'option', 'form', 'button', 'foreignObject', 'desc', 'annotation-xml', 'font', 'marquee',
]; // prettier-ignore

const attributes = [
  'id="x"', 'class="color-red"', 'style="color:red;position:fixed"', 'href="javascript:alert(1)"', 'href="/a"',
  'src="https://youtu.be/dQw4w9WgXcQ"', 'src="/storage/blog-images/a/b.png"', 'src=x', 'onerror=alert(1)', 'title="</p>"',
  'title="--&gt;"', "alt='<img src=x onerror=alert(1)>'", 'colspan=2', 'align=center', 'name=body', 'srcdoc="<script>"',
]; // prettier-ignore

const pieces = [
  fc
    .tuple(fc.constantFrom(...names), fc.subarray(attributes, { maxLength: 3 }))
    .map(([name, some]) => `<${[name, ...some].join(' ')}>`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
  fc.constantFrom(
    'words', ' ', '\n', '<', '>', '"', "'", '&lt;', '&amp;', '&#0;', '&nbsp;', '<!--', '-->', '--!>', '<![CDATA[',
    ']]>', '<?x', '</', '\u0000', '\uFEFF', '\u{1F600}', '/>', '<p ', '&#x3C;script&#x3E;',
  ),
]; // prettier-ignore

describe('an empty body', () => {
  test.each(['', '<p></p>', '<p><br></p>', '<p> &nbsp; </p>', '<ul><li></li></ul>', '<p>\u200B</p>'])(
    '%j',
    (html) => {
      expect(isEmptyTree(cleanTree(html))).toBe(true);
    },
  );

  test.each([
    '<p>.</p>',
    '<hr>',
    '<p><img src="/storage/blog-images/a/b.png"></p>',
    '<iframe src="https://youtu.be/dQw4w9WgXcQ"></iframe>',
  ])('not %j', (html) => {
    expect(isEmptyTree(cleanTree(html))).toBe(false);
  });
});
