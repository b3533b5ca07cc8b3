import { expect, test } from 'vitest';

import { cleanHtml } from '#domain/html/html.ts';
import { changeBody } from '../import-body.ts';
import type { ImportNote } from '../import-report.ts';
import { ghostBody } from './ghost-body.ts';

const nothing = { html: '', lexical: '', mobiledoc: '', plaintext: '' };

function read(body: Partial<typeof nothing>): { html: string; left: string } {
  const notes: ImportNote[] = [];
  const html = ghostBody({ ...nothing, ...body }, notes);
  const image = (address: string) => `/storage/blog-images/editor-images/${address}`;
  const clean = cleanHtml(changeBody(html, { image, link: () => null }, notes));
  return { html: clean, left: notes.map(({ what }) => what).join('\n') };
}

const lexical = (...children: object[]) =>
  read({ lexical: JSON.stringify({ root: { type: 'root', children } }) });
const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format });
const mobiledoc = (document: object) =>
  read({
    mobiledoc: JSON.stringify({
      version: '0.3.1',
      markups: [],
      atoms: [],
      cards: [],
      sections: [],
      ...document,
    }),
  });

test('a text that has only lexical keeps every word, its formatting, links and lists', () => {
  const link = { type: 'link', url: 'https://a.test/?a=1&b', children: [text('there')] };
  const inner = {
    type: 'list',
    listType: 'number',
    start: 3,
    children: [{ type: 'listitem', children: [text('two')] }],
  };
  const list = {
    type: 'list',
    listType: 'bullet',
    children: [
      { type: 'listitem', children: [text('one')] },
      { type: 'listitem', children: [inner] },
    ],
  };
  const { html, left } = lexical(
    { type: 'extended-heading', tag: 'h3', children: [text('A < B')] },
    {
      type: 'paragraph',
      children: [
        text('bold', 1),
        { type: 'linebreak' },
        text('both', 3),
        text(' x', 16),
        link,
        { type: 'unheard', children: [text('kept')] },
      ],
    },
    { type: 'extended-quote', children: [text('said')] },
    list,
    { type: 'horizontalrule' },
  );
  expect(html).toBe(
    '<h3>A &lt; B</h3><p><strong>bold</strong><br><em><strong>both</strong></em><code> x</code><a href="https://a.test/?a=1&amp;b">there</a>kept</p>' +
      '<blockquote><p>said</p></blockquote><ul><li>one</li><li><ol start="3"><li>two</li></ol></li></ul><hr>',
  );
  expect(left).toBe('');
});

test('a text that has only mobiledoc keeps every word, its formatting, links and lists', () => {
  const markups = [['strong'], ['a', ['href', 'https://a.test/']], ['em']];
  const atoms = [
    ['soft-return', '', {}],
    ['mention', '@ann', {}],
  ];
  const sections = [
    [1, 'h2', [[0, [], 0, 'Head']]],
    [
      1,
      'p',
      [
        [0, [0], 0, 'bold '],
        [0, [1], 2, 'linked'],
        [1, [], 0, 0],
        [0, [2], 1, 'em'],
        [1, [], 0, 1],
      ],
    ],
    [3, 'ol', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
    [1, 'aside', [[0, [], 0, 'said']]],
  ];
  expect(
    mobiledoc({
      sections: [
        [1, 'p', [[[], 0, 'first form']]],
        [10, 'card-md', { markdown: 'm' }],
      ],
    }).html,
  ).toBe('<p>first form</p><p>m</p>');
  expect(read({ mobiledoc: '{"broken', plaintext: ' ' }).html).toBe('');
  expect(mobiledoc({ markups, atoms, sections }).html).toBe(
    '<h2>Head</h2><p><strong>bold <a href="https://a.test/">linked</a></strong><br><em>em</em>@ann</p><ol><li>one</li><li>two</li></ol><blockquote><p>said</p></blockquote>',
  );
});

test.for([
  ['image', { src: '1.png', alt: 'A', caption: 'C <b>b</b>' }, '<figure><img src="/storage/blog-images/editor-images/1.png" alt="A"><figcaption>C <b>b</b></figcaption></figure>'],
  ['gallery', { images: [{ src: '1.png' }, { src: '2.png', alt: 'B' }] }, '<figure class="block-gallery"><figure><img src="/storage/blog-images/editor-images/1.png" alt=""></figure><figure><img src="/storage/blog-images/editor-images/2.png" alt="B"></figure></figure>'],
  ['html', { html: '<p>Raw</p>' }, '<p>Raw</p>'], ['markdown', { markdown: '**b**' }, '<p><strong>b</strong></p>'], ['card-markdown', { markdown: 'm' }, '<p>m</p>'],
  ['codeblock', { code: 'a < b\n\n  {', language: 'js' }, '<pre><code class="language-js">a &lt; b\n\n  {</code></pre>'],
  ['bookmark', { url: 'https://a.test/', metadata: { title: 'T', description: 'D' } }, '<p><a href="https://a.test/" class="block-bookmark"><strong>T</strong><br>D</a></p>'],
  ['callout', { calloutEmoji: '💡', calloutText: 'Do <i>it</i>' }, '<aside class="block-note"><p>💡 Do <i>it</i></p></aside>'],
  ['button', { buttonUrl: 'https://a.test/', buttonText: 'Go' }, '<p><a href="https://a.test/" class="block-button">Go</a></p>'],
  ['toggle', { heading: 'H', content: '<p>In</p>' }, '<details><summary>H</summary><p>In</p></details>'],
  ['callout', { calloutText: '<p>A</p><p>B</p>', calloutEmoji: '!' }, '<aside class="block-note"><p>! A</p><p>B</p></aside>'], ['code', { code: 'a', caption: 'C' }, '<pre><code>a</code></pre><p>C</p>'],
  ['embed', { url: 'https://a.test/1', html: '<blockquote>Said</blockquote>' }, '<blockquote><p>Said</p></blockquote>'], ['embed', { url: 'https://youtu.be/lJIrF4YjHfQ', caption: 'C' }, '<iframe src="https://www.youtube-nocookie.com/embed/lJIrF4YjHfQ" title="YouTube video"></iframe><p>C</p>'],
  ['file', { src: '/a.pdf', fileTitle: 'A', fileCaption: 'C' }, '<p><a href="/a.pdf">A</a></p><p>C</p>'], ['video', { src: '/a.mp4' }, '<p><a href="/a.mp4">/a.mp4</a></p>'],
] as const)('a card %s becomes our block, in both formats', ([name, card, html]) => {
  expect(lexical({ type: name, ...card })).toEqual({ html, left: '' });
  expect(mobiledoc({ cards: [[name, card]], sections: [[10, 0]] })).toEqual({ html, left: '' });
}); // prettier-ignore

test.for([
  ['email', { html: 'SECRET' }], ['email-cta', { html: 'SECRET' }], ['signup', { header: 'SECRET' }], ['unheard', { html: 'SECRET' }],
  ['html', { html: 'SECRET', visibility: { showOnWeb: false } }], ['html', { html: 'SECRET', visibility: { web: { nonMember: false, memberSegment: 'status:free' } } }],
] as const)('a card %s that is not known, or was not on the web for everybody, is left out and named', ([name, card]) => {
  expect(lexical({ type: name, ...card })).toEqual({ html: '', left: expect.stringContaining(`card ${name}`) });
}); // prettier-ignore

test('cards in the HTML of an export become our blocks, and what only members saw is left out', () => {
  const html =
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.test/"><div class="kg-bookmark-title">T</div><div class="kg-bookmark-description">D</div><img src="i.ico"></a></figure>' +
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">Do <b>it</b></div></div>' +
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4>H</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>In</p></div></div>' +
    '<div class="kg-card kg-button-card"><a href="https://a.test/" class="kg-btn">Go</a></div>' +
    '<figure class="kg-card kg-gallery-card"><div><img src="1.png" alt="A"></div></figure>' +
    '<div class="kg-card kg-audio-card"><audio src="/a.mp3"></audio><div class="kg-audio-title">Song</div><button>1x</button></div>' +
    '<div class="kg-card kg-signup-card">SECRET</div><!--kg-gated-block:begin nonMember:false memberSegment:"" --><p>SECRET</p><!--kg-gated-block:end-->' +
    '<!--kg-gated-block:begin nonMember:true --><p>All</p><!--kg-gated-block:end-->';
  expect(read({ html, lexical: '{"root":{}}' }).html).toBe(
    '<p><a href="https://a.test/" class="block-bookmark"><strong>T</strong><br>D</a></p><aside class="block-note"><p>! Do <b>it</b></p></aside>' +
      '<details><summary>H</summary><p>In</p></details><p><a href="https://a.test/" class="block-button">Go</a></p>' +
      '<figure class="block-gallery"><figure><img src="/storage/blog-images/editor-images/1.png" alt="A"></figure></figure><p><a href="/a.mp3">Song</a></p><p>All</p>',
  );
});
