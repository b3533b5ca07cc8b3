import { expect, test } from 'vitest';

import { cleanHtml, cleanTree } from '#domain/html/html.ts';
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { hostileShapes } from '#tests/growth.ts';
import { isLong } from '#tests/long.ts';
import { markdownHtml } from './markdown-html.ts';
import { writeMarkdown } from './write-markdown.ts';

const again = (markdown: string) => cleanHtml(markdownHtml(markdown));

test.for([
  ['a paragraph', '<p>Some *words* &amp; more_ [x] 1 &lt; 2</p>', 'Some \\*words\\* & more\\_ \\[x\\] 1 \\< 2\n'],
  ['formatting', '<p>A <strong>b</strong> <em>c</em> <del>d</del> <code>e`</code> <u>f</u></p>', 'A **b** *c* ~~d~~ `` e` `` <u>f</u>\n'],
  ['formatting within a word', '<p>a<strong> b </strong>c</p>', 'a<strong> b </strong>c\n'],
  ['a link', '<p><a href="https://firm.example/a?b=1&amp;c">x</a></p>', '[x](https://firm.example/a?b=1&amp;c)\n'],
  ['a heading', '<h2>What # we do #</h2>', '## What # we do \\#\n'],
  ['a tight list', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>', '- a\n- b\n  1. c\n'],
  ['a loose list', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', '- a\n\n  b\n\n- c\n'],
  ['two lists', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n<!-- -->\n\n- b\n'],
  ['code', '<pre><code class="language-ts">a\n\n```\n</code></pre>', '````ts\na\n\n```\n\n````\n'],
  ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b\n'],
  ['a table', '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1 | 2</td><td></td></tr></tbody></table>', '| a | b |\n| --- | --- |\n| 1 \\| 2 |  |\n'],
  ['a line break', '<p>a<br>b</p>', 'a\\\nb\n'],
  ['an image', '<p><img src="/images/a.png" alt="A dog"></p>', null],
  ['what would begin a block', '<p>1. a</p><p># b</p><p>- c</p><p>+ d</p><p>&gt; e</p>', '1\\. a\n\n\\# b\n\n\\- c\n\n\\+ d\n\n\\> e\n'],
  ['an address that is no link', '<p>https://firm.example www.firm.example a@firm.example</p>', 'https\\://firm.example www\\.firm.example a\\@firm.example\n'],
  ['a paragraph in the middle', '<p class="align-center">a</p>', '<p class="align-center">a</p>\n'],
  ['a callout', '<aside class="block-tip"><p>a\n\nb</p></aside>', '<aside class="block-tip"><p>a&#10;&#10;b</p></aside>\n'],
  ['a footnote', '<p>a<sup><a href="#anchor-fn-7" id="anchor-fnref-7" class="block-footnote">1</a></sup> [^7]</p><p>b</p><ol class="block-footnotes"><li id="anchor-fn-7"><em>c</em> <a href="#anchor-fnref-7" class="block-back">↩</a></li></ol>', 'a[^7] \\[\\^7\\]\n\nb\n\n[^7]: *c*\n'],
] as const)('writeMarkdown: %s is read again as it was', ([, html, markdown]) => {
  const tree = cleanTree(html);
  const written = writeMarkdown(tree);
  if (markdown !== null) expect(written).toBe(markdown);
  expect(again(written)).toBe(cleanHtml(html));
}); // prettier-ignore

test.each(hostileShapes)('writeMarkdown: $name over and over is read again as it was', ({ make }) => {
  const clean = cleanHtml(`<h2>${make(300)}</h2><ul><li>${make(600)}</li></ul><p>${make(600)}</p>`);
  expect(again(writeMarkdown(cleanTree(clean)))).toBe(clean);
});

test.skipIf(articlesMissing)(
  'writeMarkdown: each published article is read again as it was',
  () => {
    for (const article of readArticles().filter((_, index) => isLong || index % 6 === 0)) {
      const clean = cleanHtml(article.html);
      expect(again(writeMarkdown(cleanTree(clean))), article.slug).toBe(clean);
    }
  },
  120_000,
);
