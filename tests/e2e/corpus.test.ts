import { afterAll, beforeAll, describe, expect } from 'vitest';

import { articlesMissing, readArticles, type Article } from '#tests/articles.ts';
import { loadArticles } from '#tests/load-articles.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { test, visit } from './browser.ts';

/** Real articles, written through the verbs that the admin uses and read as a visitor reads them. */
describe.skipIf(articlesMissing !== null)(
  `real articles${articlesMissing === null ? '' : ` (skipped: ${articlesMissing})`}`,
  () => {
    let product: RunningProduct;
    let articles: Article[];
    const slugs = new Map<Article, string>();

    beforeAll(async () => {
      product = await startProduct();
      articles = readArticles();
      for (const [article, slug] of await loadArticles(product.database.db, articles))
        slugs.set(article, slug);
    });
    afterAll(() => product.stop());

    test('every one opens, under its own title, and shows all the text that a browser reads in the original', async () => {
      const waiting = articles.values();
      const read = async () => {
        const { page, close } = await visit({ javaScriptEnabled: false });
        const original = await visit();
        for (const article of waiting) {
          const answer = await page.goto(`${product.origin}/blog/${slugs.get(article)}`);
          expect(answer?.status(), article.slug).toBe(200);
          const shown = await page.evaluate(() => {
            const text = document.querySelector('.prose')?.cloneNode(true);
            // A video is shown as a link with a text of the page.
            if (text instanceof Element) text.querySelectorAll('a.video').forEach((video) => video.remove());
            return { title: document.querySelector('h1')?.textContent, text: text?.textContent ?? '' };
          });
          expect(shown.title).toBe(article.title.replaceAll(/\s+/g, ' ').trim());
          const meant = await original.page.evaluate(visibleTextOf, article.html);
          expect(squeezed(shown.text), article.slug).toBe(squeezed(meant) || squeezed(emptyBody));
        }
        await original.close();
        await close();
      };
      await Promise.all([read(), read()]);
    }, 300_000);
  },
);

/** The words of the page about a post without a body; some of the files are such. */
const emptyBody = 'No content available...';

/**
 * Runs in the browser: what its own parser makes of the original, without what no reader ever sees. An image from
 * elsewhere is not shown, its words are.
 */
function visibleTextOf(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of parsed.querySelectorAll('script, style, template, noscript, title')) hidden.remove();
  for (const image of parsed.querySelectorAll('img')) image.replaceWith(image.alt);
  return parsed.body.textContent ?? '';
}

/** Where lines break and how wide a space is says nothing about the text. */
const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');
