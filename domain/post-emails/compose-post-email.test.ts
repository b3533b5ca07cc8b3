import { describe, expect, test } from 'vitest';

import type { PublicPost } from '#domain/posts/post.ts';
import { elementsIn, unsupportedIn } from '#tests/email-support.ts';
import { bodyImage, publicPost } from '#tests/public-post.ts';
import { cleanTree } from '#domain/html/html.ts';
import { composePostEmail, emailBytes, tokenPlace, type Sender } from './compose-post-email.ts';

const origin = 'https://firm.test';
const sender: Sender = {
  brand: { name: 'Firm', accent: '#005f73', darkAccent: '#5bc0de', logo: null },
  origin,
  postalAddress: '1 Pier Street\nToronto',
  reason: 'You subscribed on our site.',
};
const { src } = bodyImage;

function post(content: string, more: Partial<PublicPost> = {}): PublicPost {
  return publicPost({
    slug: 'two-ferries',
    title: 'Two ferries',
    excerpt: 'An excerpt.',
    category: null,
    author: 'Ada',
    date: 'November 22, 2026',
    content,
    images: [bodyImage],
    ...more,
  });
}

const emailOf = (content: string, more: Partial<PublicPost> = {}) =>
  composePostEmail(post(content, more), cleanTree(content), sender);

const everything = `
<h1>One</h1><h2 id="a">Two</h2><h6>Six</h6><p class="align-center indent-2">A <strong>b</strong> <em>i</em> <u>u</u>
<s>s</s> <del>d</del> <ins>n</ins> x<sub>1</sub><sup>2</sup> <mark>m</mark> <small>k</small> <code>c</code> <kbd>K</kbd>
<samp>o</samp> <var>v</var> <abbr title="t">ab</abbr> <cite>ci</cite> <dfn>df</dfn> <q>quoted</q> <time>now</time>
<bdi>bd</bdi> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <span class="color-red background-blue size-large font-monospace">look</span>
<br>line<wbr>break <a href="/about">about</a> <a href="#a">section</a> <a href="https://other.test/x">other</a></p>
<ul><li>one<ul><li>inner</li></ul></li></ul><ol start="3" type="a"><li>three</li></ol><ol reversed><li>last</li><li>first</li></ol>
<dl><dt>term</dt><dd>meaning</dd></dl><blockquote><p>said</p></blockquote>
<aside class="block-warning"><p>careful</p></aside><details><summary>more</summary><p>folded</p></details>
<pre><code class="language-js">const a = 1 &lt; 2;
  indented</code></pre><hr><hr class="block-contents">
<table><caption>cap</caption><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td colspan="2" class="align-right">c</td></tr></tbody></table>
<figure class="width-half"><img src="${src}" alt="A boat"><figcaption>caption</figcaption></figure>
<figure class="block-gallery"><figure><img src="${src}" alt="B"></figure></figure>
<p><a class="block-button" href="/contact">Press</a></p><p><a class="block-bookmark" href="https://other.test"><strong>Other</strong></a></p>
<p>note<sup><a class="block-footnote" href="#anchor-n1">1</a></sup></p><ol class="block-footnotes"><li id="n1">the note <a class="block-back" href="#anchor-r1">back</a></li></ol>
<iframe src="https://www.youtube.com/embed/abcdefghijk" title="A video"></iframe>`;

describe('the email of a post', () => {
  test('with every element there is has only what mail programs support', () => {
    const { html } = emailOf(everything);
    expect(unsupportedIn(html)).toEqual([]);
    expect(html).not.toMatch(/<(?:iframe|script|svg|details|video|figure|aside|mark)\b/);
  });

  test('begins with the logo where there is one, without a word of its own', () => {
    const path = '/storage/logo.png?icon=180';
    const brand = { ...sender.brand, logo: path };
    const { html } = composePostEmail(post('<p>Text.</p>'), cleanTree('<p>Text.</p>'), { ...sender, brand });
    expect(html).toContain(`<img src="${origin}${path}" width="32" height="32" alt=""`);
    expect(unsupportedIn(html)).toEqual([]);
    expect(emailOf('<p>Text.</p>').html).not.toContain('<img');
  });

  test('keeps the words of every element, in HTML and in text', () => {
    const { html, text } = emailOf(everything);
    const kept =
      'One,Two,quoted,kan,inner,three,meaning,said,careful,folded,indented,cap,caption,Press,Other,the note,A video';
    for (const words of kept.split(',')) {
      expect(html, words).toContain(words);
      expect(text, words).toContain(words);
    }
    expect(text).toContain('about (https://firm.test/about)');
    expect(text).toContain('3. three');
    expect(text).toContain('2. last');
    expect(text).toContain('\n> said\n');
    expect(text).toContain('[A boat]');
    expect(text).not.toMatch(/<\/?(?:p|a|li|table)\b/);
  });

  test('has a table row by row in its text, also where cells hold paragraphs, and quotes of every line marked', () => {
    const { text } = emailOf(
      '<table><tr><th>a</th><th>b</th></tr><tr><td><p>1</p><p>2</p></td><td>3</td></tr></table><blockquote><p>x<br>y</p><p>z</p></blockquote>',
    );
    expect(text).toContain('a | b\n1 2 | 3\n\n> x\n> y\n> \n> z\n');
    expect(text.startsWith(`${sender.brand.name}\n\n`)).toBe(true);
  });

  test('has complete addresses, a campaign on the links to the post, and images of a fixed size in a known type', () => {
    const { html } = emailOf(everything);
    const elements = elementsIn(html);
    const valuesOf = (tag: string, name: string) =>
      elements.flatMap(({ tagName, attrs }) =>
        tagName === tag ? attrs.filter((one) => one.name === name).map(({ value }) => value) : [],
      );
    for (const address of [...valuesOf('a', 'href'), ...valuesOf('img', 'src')])
      expect(address).toMatch(/^https:/);
    const links = valuesOf('a', 'href').filter((address) => address.includes('/blog/two-ferries'));
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(link).toContain('utm_source=email&utm_campaign=new-post-email');
    expect(valuesOf('img', 'src')[0]).toBe(`${origin}${src}?w=1200&type=jpg`);
    expect(valuesOf('img', 'width')[0]).toBe('536');
    expect(valuesOf('img', 'height')[0]).toBe('268');
  });

  test('has the postal address, the reason, and the two links of a subscriber', () => {
    const { html, text } = emailOf('<p>a</p>');
    expect(html).toContain('1 Pier Street<br>Toronto');
    for (const part of [html, text]) {
      expect(part).toContain('You subscribed on our site.');
      expect(part).toContain(`${origin}/newsletter/unsubscribe?token=${tokenPlace}`);
    }
  });

  test('gives no token to what stands in the post', () => {
    const hidden = `${[...tokenPlace].map((one) => `&#${one.codePointAt(0)};`).join('')}`;
    const nested = tokenPlace.slice(0, 20) + tokenPlace + tokenPlace.slice(20);
    const { html, text, subject } = emailOf(
      `<p><a href="https://evil.test/?t=${tokenPlace}">a</a> ${hidden} ${nested}</p>`,
      { title: tokenPlace, excerpt: tokenPlace, author: tokenPlace },
    );
    expect(subject).not.toContain(tokenPlace);
    for (const part of [html, text]) expect(part.split(tokenPlace)).toHaveLength(2);
  });

  test.each([
    '<script>alert(1)</script><p onclick="x">a</p>',
    '<img src="https://evil.test/pixel.gif">',
    '<a href="javascript:alert(1)">a</a>',
    '<p style="background:url(https://evil.test/x)">a</p>',
    '</td></tr></table><style>body{display:none}</style>',
    '<form action="https://evil.test"><input name="a"></form>',
  ])('of the stored body %s takes nothing over that loads or runs', (stored) => {
    const { html } = emailOf(stored);
    expect(html).not.toMatch(/evil\.test\/(?:pixel|x)|javascript:|onclick|<form|<input|<script/);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(unsupportedIn(html)).toEqual([]);
  });

  test('has room for the marks of a list on the side on which the post begins', () => {
    expect(emailOf('<ul><li>مرحبا</li></ul>').html).toMatch(
      /<td [^>]*dir="auto"[^]*<ul style="[^"]*padding:0 28px/,
    );
  });

  test('reads code from left to right, whatever the direction of the post', () => {
    expect(emailOf('<p>مرحبا</p><pre>let a = 1;</pre>').html).toContain('<pre dir="ltr"');
  });

  test('has a subject of one line, whatever the title', () => {
    const { subject } = emailOf('<p>a</p>', { title: 'Hi\r\nBcc: victim@elsewhere.test\u0000 there' });
    expect(subject).toBe('Hi Bcc: victim@elsewhere.test there');
  });

  test('of 6 MB costs no more than the part of it that is read, and ends after a whole block', () => {
    const block = `<p>${'Words of a long post. '.repeat(40)}</p>`;
    const began = process.cpuUsage();
    const email = emailOf(block.repeat(6_000_000 / block.length));
    const { user, system } = process.cpuUsage(began);
    // All of it would take several seconds.
    expect((user + system) / 1_000).toBeLessThan(2_000);
    expect(emailBytes(email)).toBeLessThan(420_000);
    expect(email.html.match(/Words of a long post\./g)?.length ?? 0).toBeGreaterThan(10_000);
    expect((email.html.match(/Words of a long post\./g)?.length ?? 0) % 40).toBe(0);
    expect(email.html).toContain('Read the rest on the site');
  });
});

test('unsupportedIn finds what mail programs do not show', () => {
  const html = `<style>@media (max-width:480px){.a{color:#000000}} p{color:red}</style><p style="position:fixed;margin:-2px;font-size:1rem"
    onclick="x">a<marquee>b</marquee><a href="#n">c</a><img src="https://a.test/b.webp" width="50%"></p><table align="left"></table>`;
  expect(unsupportedIn(html).toSorted()).toEqual([
    '<marquee>',
    'a href=#n',
    'color:#000000 without !important',
    'font-size:1rem',
    'img src=https://a.test/b.webp',
    'img width=50%',
    'margin:-2px',
    'p onclick',
    'position',
    'p{color:red}',
    'table align=left',
  ]);
});
