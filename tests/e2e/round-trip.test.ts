import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { cleanHtml, visibleText } from '#domain/text/html.ts';
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { exportsMissing, readExportedBodies } from '#tests/blog-exports.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { test } from './browser.ts';
import { contentOf, pixel, throughEditor, visitAsWriter, writerSettings } from './editor-page.ts';
import { postTitled, titleOf } from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

/** The elements of which a body may have fewer afterwards, and why that is meant. Of every other none is lost. */
const writtenAnew = new Map([
  ['p', 'the only paragraph of an item or a cell is written without it'],
  ['b', 'written as strong'],
  ['i', 'written as em'],
  ['br', 'nothing at the end of a block; a line of its own within code'],
  ['span', "colors within code are the page's"],
  ['a', 'two neighbors to one address are one link'],
  ['strong', 'two neighbors are one'],
  ['cite', 'two neighbors are one'],
  ['small', 'two neighbors are one'],
]);

/** Every body: what the server would load, through the editor, saved, loaded and saved again. */
async function expectStable(page: Page, sources: readonly string[]): Promise<void> {
  await page.goto(`${product.origin}/admin/posts/new`);
  const content = await contentOf(page);
  for (let from = 0; from < sources.length; from += 25) {
    const loaded = sources.slice(from, from + 25).map(cleanHtml);
    const written = await throughEditor(content, loaded);
    const saved = written.map(cleanHtml);
    const savedAgain = (await throughEditor(content, saved)).map(cleanHtml);
    for (const [index, before] of loaded.entries()) {
      const [once = '', twice = ''] = [saved[index], savedAgain[index]];
      // What the editor writes is what the server keeps, character by character.
      expect(once, `body ${from + index}`).toBe(written[index]);
      expect(twice, `body ${from + index}`).toBe(once);
      expect(wordsOf(once), `body ${from + index}`).toBe(wordsOf(before));
      expect(lostElements(before, once), `body ${from + index}`).toEqual([]);
    }
  }
}

describe.skipIf(articlesMissing !== null)(
  `real articles through the editor${articlesMissing === null ? '' : ` (skipped: ${articlesMissing})`}`,
  () => {
    test('723 of them: no word is lost, and the second save changes no byte', async ({ browser }) => {
      const writer = await visitAsWriter(browser, product.origin);
      await expectStable(
        writer.page,
        readArticles().map(({ html }) => html),
      );
      await writer.close();
    });
  },
);

describe.skipIf(exportsMissing !== null)(
  `exported posts through the editor${exportsMissing === null ? '' : ` (skipped: ${exportsMissing})`}`,
  () => {
    test('every awkward shape: no word is lost, and the second save changes no byte', async ({ browser }) => {
      const writer = await visitAsWriter(browser, product.origin);
      await expectStable(writer.page, readExportedBodies());
      await writer.close();
    });
  },
);

/** Everything that the editor can make, as it is stored. */
const everyBlock =
  '<h2>A heading</h2><h3 id="anchor-own">Another</h3><h4>Four</h4><h5>Five</h5><h6>Six</h6>' +
  '<p dir="rtl" class="align-center">שלום עולם 🙂</p>' +
  '<p>Plain, <strong>bold</strong>, <em>slanted</em>, <u>under</u>, <s>gone</s>, H<sub>2</sub>O, m<sup>2</sup>, <code>code</code>, ' +
  '<span class="color-red">red</span>, <a href="https://example.org/">a link</a>.<br>After a break</p>' +
  '<ul><li>One<ul><li>Within</li></ul></li></ul><ol start="3"><li>Three</li></ol>' +
  '<blockquote><p>Quoted</p></blockquote><pre><code class="language-rust">fn main() {\n    x();\n}</code></pre><hr>' +
  '<table><thead><tr><th>Left</th><th>Right</th></tr></thead><tbody><tr><td colspan="2">Wide</td></tr></tbody></table>' +
  '<figure><img src="IMAGE" alt="Described" width="1" height="1"><figcaption>A caption</figcaption></figure>' +
  '<figure class="block-gallery"><figure><img src="IMAGE" alt="" width="1" height="1"></figure>' +
  '<figure><img src="IMAGE" alt="x" width="1" height="1"><figcaption>Second caption</figcaption></figure></figure>' +
  '<aside class="block-note"><p>A note</p></aside><aside class="block-tip"><p>A tip</p></aside>' +
  '<aside class="block-warning"><p>A warning</p></aside>' +
  '<p><a href="/contact" class="block-button">Press here</a></p>' +
  '<p><a href="https://example.org/" class="block-bookmark"><strong>Bookmarked</strong><br>What it is</a></p>' +
  '<details open><summary>Open me</summary><p>Folded</p></details>' +
  '<p>Said<sup><a href="#anchor-fn-a" id="anchor-fnref-a" class="block-footnote">1</a></sup></p><hr class="block-contents">' +
  '<ol class="block-footnotes"><li id="anchor-fn-a">A footnote <a href="#anchor-fnref-a" class="block-back">↩</a></li></ol>';

/** Words that must be wherever the post is read. */
const everyWord =
  'A heading|Another|Four|Five|Six|שלום עולם 🙂|Plain, bold, slanted, under, gone, H2O, m2, code, red, a link.|After a break|One|Within|' +
  'Three|Quoted|fn main() {|x();|Left|Right|Wide|A caption|Second caption|A note|A tip|A warning|Press here|Bookmarked|What it is|' +
  'Open me|Folded|Said|A footnote';

test('every block goes from the editor through save, page and feed without losing a character', async ({
  browser,
}) => {
  const writer = await visitAsWriter(browser, product.origin, { baseURL: product.origin });
  const { page } = writer;
  const upload = await page.request.post('/api/images/editor-images?name=one.png', {
    headers: { origin: product.origin, 'content-type': 'application/octet-stream' },
    data: Buffer.from(pixel, 'base64'),
  });
  const { src }: { src: string } = await upload.json();
  const body = everyBlock.replaceAll('IMAGE', src);
  expect(cleanHtml(body)).toBe(body);
  await page.goto('/admin/posts/new');
  const content = await contentOf(page);
  await titleOf(page).fill('Every block');
  expect(await throughEditor(content, [body])).toEqual([body]);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('**/admin/posts');
  const stored = await postTitled(product, 'Every block');
  expect(stored.content).toBe(body);

  const feed = await (await page.request.get('/rss.xml')).text();
  const readings = {
    page: await (await page.request.get('/blog/every-block')).text(),
    feed: unescaped(feed.slice(feed.indexOf('<content:encoded>'))),
  };
  for (const [place, html] of Object.entries(readings)) {
    const text = visibleText(html).replaceAll(/\s+/g, ' ');
    expect(
      everyWord.split('|').filter((words) => !text.includes(words)),
      place,
    ).toEqual([]);
    for (const mark of ['block-note', 'block-button', 'block-gallery', '<details', 'colspan="2"', src])
      expect(html, place).toContain(mark);
  }
  await writer.close();
});

function unescaped(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Every character, with each run of spaces as one. */
function wordsOf(html: string): string {
  return visibleText(html)
    .replaceAll(/[ \n\t]+/g, ' ')
    .trim();
}

function lostElements(before: string, after: string): string[] {
  const [had, has] = [countElements(before), countElements(after)];
  return [...had]
    .filter(([name, count]) => !writtenAnew.has(name) && (has.get(name) ?? 0) < count)
    .map(([name]) => name);
}

function countElements(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9]*)/g))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
