import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { storedPost } from '#tests/factories.ts';
import { pixel, writerAccount, writerSettings } from '#tests/e2e/editor-page.ts';
import { googleDocsPaste, webPagePaste, wordPaste } from '#tests/e2e/pastes.ts';
import { browsersUnderTest, type Driver } from './driver.ts';
import { click, content, control, field, paste, pasteImage, signIn, until, written } from './page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

const image =
  /<figure><img src="\/storage\/blog-images\/editor-images\/\d+\.png" width="1" height="1"><\/figure>/;

/** The text typed in the journey, as it is stored; `IMAGE` stands for the uploaded one. */
const article =
  '<h2>A heading</h2>' +
  '<p>Plain and <strong>bold</strong> words with a <a href="https://example.org/">link</a>.</p>' +
  '<ul><li>One</li><li>Two</li></ul>' +
  '<pre><code class="language-rust">fn main() {}</code></pre>' +
  'IMAGE' +
  '<p>Said<sup><a href="#anchor-fn-KEY" id="anchor-fnref-KEY" class="block-footnote">1</a></sup> and done. 🙂 שלום</p>' +
  '<aside class="block-note"><p>A note</p></aside>' +
  '<table><thead><tr><th>Left</th><th>Right</th><th></th></tr></thead><tbody><tr><td></td><td></td><td></td></tr><tr><td></td><td></td><td></td></tr></tbody></table>' +
  '<ol class="block-footnotes"><li id="anchor-fn-KEY">Where <a href="#anchor-fnref-KEY" class="block-back">↩</a></li></ol>';

/** The text with what differs from run to run named. */
function comparable(html: string): string {
  return html.replace(image, 'IMAGE').replaceAll(/(anchor-fn(?:ref)?-)\d+/g, '$1KEY');
}

describe.each(browsersUnderTest())('$name', ({ name, missing, launch }) => {
  test.skipIf(missing !== null)(
    `an article is written with keys, saved, read again, published and read by visitors${missing === null ? '' : ` (skipped: ${missing})`}`,
    async () => {
      const driver = await launch();
      try {
        console.log(`${name}: ${driver.version}`);
        await signIn(driver, product.origin, writerAccount);
        await driver.open(`${product.origin}/admin/posts/new`);
        await until(driver, content);
        await writeArticle(driver, `Written in ${name}`);
        expect(comparable(await written(driver))).toBe(article);
        await cutAndPaste(driver);
        await publishAndRead(driver, `Written in ${name}`);
        await pasteFromPrograms(driver);
      } finally {
        await driver.close();
      }
    },
  );
});

/** Types the words; what stands in braces is a key with its modifiers, such as `{Control+b}`. */
async function write({ type, press }: Driver, text: string): Promise<void> {
  for (const [, key, words = ''] of text.matchAll(/\{([^}]+)\}|((?:[^{]|\{\})+)/g))
    await (key === undefined ? type(words) : press(key));
}

async function writeArticle(driver: Driver, title: string): Promise<void> {
  const isFocused = (element: string) => until(driver, `document.activeElement === ${element}`);
  const isListed = () => until(driver, `document.querySelector('[role="listbox"]')`);
  await isFocused(field('Title'));
  await write(
    driver,
    `${title}{Enter}## A heading{Enter}Plain and {Control+b}bold{Control+b} words with a link`,
  );
  await write(driver, `${'{Shift+ArrowLeft}'.repeat(4)}{Control+k}`);
  await isFocused(field('Address'));
  await write(driver, 'https://example.org/{Enter}');
  await until(driver, `${content}.querySelector('a[href="https://example.org/"]')`);
  await isFocused(content);
  await write(driver, '{End}.{Enter}- One{Enter}Two{Enter}{Enter}```rust{Enter}fn main() {}{Control+Enter}');
  await pasteImage(driver, pixel);
  await until(driver, `${content}.querySelector('figure img[src^="/storage/"]')`);
  await write(driver, 'Said{Control+Alt+f}Where{Enter} and done. 🙂 שלום{Enter}/callout');
  await isListed();
  // The second empty line leaves the callout.
  await write(driver, '{Enter}A note{Control+z}{Control+Shift+z}{Enter}{Enter}/table');
  await isListed();
  await write(driver, '{Enter}Left{Tab}Right');
}

/** Everything by the clipboard of the system. */
async function cutAndPaste(driver: Driver): Promise<void> {
  const before = await written(driver);
  await driver.press('Control+a');
  await driver.press('Control+a');
  await driver.press('Control+a');
  await driver.press('Control+x');
  await until(driver, `!${content}.textContent.includes('Plain and')`);
  await driver.press('Control+v');
  await until(driver, `${content}.textContent.includes('Plain and')`);
  expect(await written(driver)).toBe(before);
}

async function publishAndRead(driver: Driver, title: string): Promise<void> {
  await driver.press('Control+s');
  await until(
    driver,
    `[...document.querySelectorAll('output, [role="status"]')].some((line) => line.textContent.startsWith('Saved'))`,
  );
  const saved = await written(driver);
  const stored = () => storedPost(product.database.db, { title });
  expect((await stored()).content).toBe(saved);
  await driver.open(await driver.evaluate<string>('location.href'));
  await until(driver, content);
  expect(await written(driver)).toBe(saved);
  await click(driver, control('Publish'));
  await until(
    driver,
    `location.pathname === '/admin/posts' && document.body.innerText.includes(${JSON.stringify(title)})`,
  );
  const { slug } = await stored();
  await driver.open(`${product.origin}/blog/${slug}`);
  const shown = await driver.evaluate<string>(`document.querySelector('.prose').textContent`);
  for (const words of [
    'A heading',
    'Plain and bold words with a link.',
    'fn main() {}',
    'A note',
    'Right',
    '🙂 שלום',
  ])
    expect(shown).toContain(words);
}

async function pasteFromPrograms(driver: Driver): Promise<void> {
  await driver.open(`${product.origin}/admin/posts/new`);
  await until(driver, content);
  for (const { html, written: meant } of [wordPaste, googleDocsPaste, webPagePaste]) {
    await driver.evaluate(`void (${content}.editor.commands.setBody(''))`);
    await click(driver, content);
    await paste(driver, 'text/html', html);
    expect(await written(driver)).toBe(meant);
  }
}
