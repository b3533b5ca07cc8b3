import { afterAll, beforeAll, describe, expect } from 'vitest';

import { cleanHtml } from '#domain/text/html.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { expectQuiet, phone, test, visit } from './browser.ts';
import {
  contentOf,
  openEditor,
  paste,
  startAfresh,
  throughEditor,
  visitAsWriter,
  writerSettings,
  writtenIn,
} from './editor-page.ts';
import { titleOf } from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

/** As each is stored. */
const blocks = {
  callout: '<aside class="block-tip"><p>A tip with <strong>bold</strong>.</p><ul><li>One</li></ul></aside>',
  gallery:
    '<figure class="block-gallery"><figure><img src="/storage/blog-images/editor-images/11111111111111111111.png" alt="x" width="1" height="1"></figure>' +
    '<figure><img src="/storage/blog-images/editor-images/22222222222222222222.png" alt="" width="1" height="1"><figcaption>Two</figcaption></figure></figure>',
  button: '<p><a href="/contact" class="block-button">Write to us</a></p>',
  bookmark: '<p><a href="/blog/x" class="block-bookmark"><strong>Title</strong><br>Words &amp; more</a></p>',
  bookmarkWithoutText:
    '<p><a href="https://example.org/" class="block-bookmark"><strong>Example</strong></a></p>',
  collapsible:
    '<details open><summary>More <em>here</em></summary><p>Words</p><pre><code>x</code></pre></details>',
  contents: '<hr class="block-no-contents">',
  footnotes:
    '<p>One<sup><a href="#anchor-fn-a" id="anchor-fnref-a" class="block-footnote">1</a></sup></p>' +
    '<ol class="block-footnotes"><li id="anchor-fn-a">With <a href="https://example.org/">a link</a> <a href="#anchor-fnref-a" class="block-back">↩</a></li></ol>',
  collapsibleWithoutSummary: '<details><summary></summary><p></p></details><p>After</p>',
  rightToLeft: '<aside dir="rtl" class="block-note"><p>שלום 🙂</p></aside>',
};

describe('blocks', () => {
  test('each is stored as it was loaded', async ({ browser }) => {
    const writer = await visitAsWriter(browser, product.origin);
    await writer.page.route('**/storage/**', (route) =>
      route.fulfill({ status: 200, contentType: 'image/png' }),
    );
    await writer.page.goto(`${product.origin}/admin/posts/new`);
    const content = await contentOf(writer.page);
    const bodies = [...Object.values(blocks), `<p>Before</p>${Object.values(blocks).slice(0, 7).join('')}`];
    expect(bodies.map(cleanHtml)).toEqual(bodies);
    expect(await throughEditor(content, bodies)).toEqual(bodies);
    await writer.close();
  });

  test('are written with keys alone', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    const { keyboard } = page;
    const insert = async (query: string, name: string) => {
      await keyboard.type(`/${query}`);
      await page.getByRole('option', { name, exact: true }).waitFor();
      await keyboard.press('Enter');
    };

    await startAfresh(content);
    await insert('call', 'Callout');
    await keyboard.type('Take care.');
    await page.getByRole('button', { name: 'Kind of callout' }).click();
    await page.getByRole('menuitemradio', { name: 'Warning' }).click();
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('After.');
    expect(await writtenIn(content)).toBe(
      '<aside class="block-warning"><p>Take care.</p></aside><p>After.</p>',
    );

    await startAfresh(content);
    await insert('coll', 'Collapsible section');
    await keyboard.type('More');
    await keyboard.press('Enter');
    await keyboard.type('Inside.');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('Outside.');
    expect(await writtenIn(content)).toBe(
      '<details><summary>More</summary><p>Inside.</p></details><p>Outside.</p>',
    );

    // Numbered in the order of the text, whichever was written first; Enter in a footnote leads back.
    await startAfresh(content);
    await keyboard.type('One. Two.');
    await keyboard.press('Control+Alt+f');
    await keyboard.type('Second note');
    await keyboard.press('Enter');
    await keyboard.press('Home');
    for (let n = 0; n < 4; n += 1) await keyboard.press('ArrowRight');
    await keyboard.press('Control+Alt+f');
    await keyboard.type('First note');
    await keyboard.press('Enter');
    await keyboard.type('!');
    expect((await writtenIn(content)).replaceAll(/(fn(?:ref)?)-\d+/g, '$1')).toBe(
      '<p>One.<sup><a href="#anchor-fn" id="anchor-fnref" class="block-footnote">1</a></sup>! Two.' +
        '<sup><a href="#anchor-fn" id="anchor-fnref" class="block-footnote">2</a></sup></p>' +
        '<ol class="block-footnotes"><li id="anchor-fn">First note <a href="#anchor-fnref" class="block-back">↩</a></li>' +
        '<li id="anchor-fn">Second note <a href="#anchor-fnref" class="block-back">↩</a></li></ol>',
    );

    await startAfresh(content);
    await insert('but', 'Button');
    const button = page.getByRole('dialog', { name: 'Button' });
    await button.getByLabel('Text').fill('Write to us');
    await button.getByLabel('Address').fill('javascript:alert(1)');
    await keyboard.press('Enter');
    await button.getByText('A link can lead to a web page').waitFor();
    await button.getByLabel('Address').fill('/contact');
    await keyboard.press('Enter');
    await button.waitFor({ state: 'detached' });
    await expect.poll(() => content.evaluate((body) => body.contains(document.activeElement))).toBe(true);
    await insert('book', 'Bookmark');
    const bookmark = page.getByRole('dialog', { name: 'Bookmark' });
    await bookmark.getByLabel('Address').fill('example.org');
    await bookmark.getByLabel('Title').fill('Example');
    await keyboard.press('Enter');
    await bookmark.waitFor({ state: 'detached' });
    await insert('contents', 'Table of contents');
    await keyboard.type('End.');
    await content.getByText('Table of contents: shown').click();
    await page.getByRole('button', { name: 'Show the table of contents' }).click();
    expect(await writtenIn(content)).toBe(
      '<p><a href="/contact" class="block-button">Write to us</a></p>' +
        '<p><a href="https://example.org" class="block-bookmark"><strong>Example</strong></a></p>' +
        '<hr class="block-no-contents"><p>End.</p>',
    );
    expectQuiet(writer);
    await writer.close();
  });

  test('pasted addresses, Markdown footnotes and fences become what they mean', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);

    await startAfresh(content);
    await paste(content, { 'text/plain': 'https://youtu.be/dQw4w9WgXcQ' });
    await page.keyboard.type('Below.');
    expect(await writtenIn(content)).toBe(
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video"></iframe><p>Below.</p>',
    );

    await startAfresh(content);
    const wrapped = 'https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.org%2Fa';
    await page.keyboard.type('See ');
    await paste(content, { 'text/plain': wrapped });
    await page.keyboard.press('Enter');
    await paste(content, { 'text/html': `<a href="${wrapped.replace('&', '&amp;')}">here</a>` });
    expect(await writtenIn(content)).toBe(
      '<p>See <a href="https://example.org/a">https://example.org/a</a></p><p><a href="https://example.org/a">here</a></p>',
    );

    await startAfresh(content);
    await paste(content, { 'text/plain': 'A[^1].\n\n```js\nlet a;\n```\n\n[^1]: *Note*\n' });
    await content.locator('pre').waitFor();
    expect((await writtenIn(content)).replaceAll(/(fn(?:ref)?)-[\d-]+/g, '$1')).toBe(
      '<p>A<sup><a href="#anchor-fn" id="anchor-fnref" class="block-footnote">1</a></sup>.</p>' +
        '<pre><code class="language-js">let a;</code></pre>' +
        '<ol class="block-footnotes"><li id="anchor-fn"><em>Note</em> <a href="#anchor-fnref" class="block-back">↩</a></li></ol>',
    );
    expectQuiet(writer);
    await writer.close();
  });

  test('quotes become typographic, in the language of the text, once that is switched on', async ({
    browser,
  }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    await startAfresh(content);
    await page.keyboard.type(`"It's"`);
    expect(await writtenIn(content)).toBe(`<p>"It's"</p>`);
    const toggle = page.getByRole('button', { name: 'Typographic quotes and dashes' });
    await toggle.click();
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    await startAfresh(content);
    await page.keyboard.type('"');
    await page.keyboard.press('Backspace');
    expect(await writtenIn(content)).toBe('<p>"</p>');
    await throughEditor(content, [
      '<p>Der Text ist auf Deutsch und das ist nicht zu übersehen, denn wir haben hier eine Menge kleiner Wörter, die es sonst nicht gibt.</p><p>x</p>',
    ]);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' "ja" -- so...');
    expect(await writtenIn(content)).toContain('x „ja“ – so…');
    await page.reload();
    await contentOf(page);
    expect(await toggle.getAttribute('aria-pressed')).toBe('true');
    await writer.close();
  });

  test('are seen by readers, light and dark, wide and narrow, in the feed, and cost other posts nothing', async ({
    browser,
  }) => {
    const writer = await visitAsWriter(browser, product.origin);
    const { page } = writer;
    for (const [title, body] of [
      [
        'All blocks',
        `<h2>A</h2>${blocks.callout}${blocks.button}${blocks.bookmark}${blocks.collapsible}${blocks.footnotes}`,
      ],
      ['No block', '<h2>A</h2><p>Words.</p>'],
    ] as const) {
      await page.goto(`${product.origin}/admin/posts/new`);
      const content = await contentOf(page);
      await titleOf(page).fill(title);
      await throughEditor(content, [body]);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.waitForURL('**/admin/posts');
    }
    for (const options of [{}, { colorScheme: 'dark' as const, viewport: phone }]) {
      const reader = await visit(browser, options);
      await reader.page.goto(`${product.origin}/blog/all-blocks`);
      await reader.page.getByRole('note', { name: 'Tip' }).waitFor();
      await reader.page.getByRole('link', { name: 'Write to us' }).waitFor();
      expect(await axeViolations(reader.page)).toEqual([]);
      const width = await reader.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width).toBeLessThanOrEqual(0);
      await reader.page.getByRole('link', { name: '1', exact: true }).click();
      await expect.poll(() => reader.page.locator(':target').getAttribute('id')).toBe('anchor-fn-a');
      expectQuiet(reader);
      await reader.close();
    }
    const without = await (await page.request.get(`${product.origin}/blog/no-block`)).text();
    expect(without.match(/<link rel="stylesheet"/g)).toHaveLength(1);
    expect(without).not.toContain('class="block-');
    const feed = await (await page.request.get(`${product.origin}/rss.xml`)).text();
    expect(feed).toContain('class="block-tip"');
    await writer.close();
  });
});
