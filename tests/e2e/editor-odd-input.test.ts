import type { CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { cleanHtml } from '#domain/text/html.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { expectQuiet, longTest, phone, test } from './browser.ts';
import { openEditor, startAfresh, throughEditor, writerSettings, writtenIn } from './editor-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

const source = '/storage/blog-images/editor-images/11111111111111111111.png';

/** Each place that takes words, with the words in it as `text`. */
const places: Record<string, (text: string) => string> = {
  paragraph: (text) => `<p>${text}</p>`,
  heading: (text) => `<h2>${text}</h2>`,
  'list item': (text) => `<ul><li>${text}</li></ul>`,
  quote: (text) => `<blockquote><p>${text}</p></blockquote>`,
  'code block': (text) => `<pre><code>${text}</code></pre>`,
  'table cell': (text) => `<table><tbody><tr><td>${text}</td></tr></tbody></table>`,
  caption: (text) =>
    `<figure><img src="${source}" alt="x" width="1" height="1"><figcaption>${text}</figcaption></figure>`,
  callout: (text) => `<aside class="block-tip"><p>${text}</p></aside>`,
  summary: (text) => `<details><summary>${text}</summary><p>More</p></details>`,
  'collapsible section': (text) => `<details open><summary>More</summary><p>${text}</p></details>`,
  footnote: (text) =>
    '<p>One<sup><a href="#anchor-fn-a" id="anchor-fnref-a" class="block-footnote">1</a></sup></p>' +
    `<ol class="block-footnotes"><li id="anchor-fn-a">${text} <a href="#anchor-fnref-a" class="block-back">↩</a></li></ol>`,
};

/** Puts the caret behind the given words. */
function caretBehind(content: Locator, words: string): Promise<void> {
  return content.evaluate((element, wanted) => {
    const { editor } = element as unknown as {
      editor: {
        state: {
          doc: { descendants: (each: (node: { text?: string }, at: number) => void) => void };
        };
        commands: { focus: (at: number) => void };
        view: { focus: () => void };
      };
    };
    let at = -1;
    editor.state.doc.descendants((node, position) => {
      const index = node.text?.indexOf(wanted) ?? -1;
      if (index >= 0) at = position + index + wanted.length;
    });
    editor.commands.focus(at);
    editor.view.focus();
  }, words);
}

/** Writes by an input method: what is composed changes with each key, until one of its suggestions is taken. */
async function compose(session: CDPSession, steps: readonly string[], result: string): Promise<void> {
  for (const text of steps)
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await session.send('Input.insertText', { text: result });
}

/** As a browser changes words in place: the spelling, what was dictated, what a keyboard corrects. */
function replaceInPage(content: Locator, wrong: string, right: string, inputType: string): Promise<void> {
  return content.evaluate(
    (element, change) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.nodeValue?.indexOf(change.wrong) ?? -1;
        if (!(node instanceof Text) || at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + change.wrong.length);
        const init = { inputType: change.inputType, data: change.right, bubbles: true, cancelable: true };
        if (
          !element.dispatchEvent(
            new InputEvent('beforeinput', {
              ...init,
              targetRanges: [
                new StaticRange({
                  startContainer: node,
                  startOffset: at,
                  endContainer: node,
                  endOffset: at + change.wrong.length,
                }),
              ],
            }),
          )
        )
          return;
        node.replaceData(at, change.wrong.length, change.right);
        getSelection()?.collapse(node, at + change.right.length);
        element.dispatchEvent(new InputEvent('input', { ...init, cancelable: false }));
        return;
      }
      throw new Error(`Not in the text: ${change.wrong}`);
    },
    { wrong, right, inputType },
  );
}

async function withSession(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page);
}

describe('in every place that takes words', () => {
  const texts = ['👩‍👩‍👧‍👦 🏳️‍🌈 é 𝒳', 'שלום עולם, 123 abc', 'مرحبا بالعالم'];

  test('emoji and right-to-left text are stored as they were typed', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    await page.route('**/storage/**', (route) => route.fulfill({ status: 200, contentType: 'image/png' }));
    for (const [place, html] of Object.entries(places)) {
      for (const text of texts) {
        await throughEditor(content, [html('before')]);
        await caretBehind(content, 'before');
        await page.keyboard.insertText(` ${text}`);
        const written = await writtenIn(content);
        expect(written, place).toBe(html(`before ${text}`));
        expect(cleanHtml(written), place).toBe(written);
      }
    }
    expectQuiet(writer);
    await writer.close();
  });

  test('an input method composes, and what it takes is there once', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    await page.route('**/storage/**', (route) => route.fulfill({ status: 200, contentType: 'image/png' }));
    const session = await withSession(page);
    for (const [place, html] of Object.entries(places)) {
      await throughEditor(content, [html('before')]);
      await caretBehind(content, 'before');
      await compose(session, ['n', 'ni', 'nih', 'niho', 'にほ', 'にほn', 'にほんご'], '日本語');
      await page.keyboard.insertText('!');
      await expect
        .poll(() => writtenIn(content), { message: place, timeout: 10_000 })
        .toBe(html('before日本語!'));
    }
    await writer.close();
  });

  longTest('words that are changed in place are changed there, and keep their style', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    await page.route('**/storage/**', (route) => route.fulfill({ status: 200, contentType: 'image/png' }));
    for (const inputType of ['insertReplacementText', 'insertFromComposition', 'insertText']) {
      for (const [place, html] of Object.entries(places)) {
        const styled = (word: string) =>
          place === 'code block' ? `a ${word} b` : `a <strong>${word}</strong> b`;
        await throughEditor(content, [html(styled('recieve'))]);
        await caretBehind(content, 'recieve');
        await replaceInPage(content, 'recieve', 'receive', inputType);
        await expect
          .poll(() => writtenIn(content), { message: place, timeout: 10_000 })
          .toBe(html(styled('receive')));
      }
    }
    await writer.close();
  });
});

describe('input that is no key', () => {
  longTest(
    'composing in an empty text, over a selection and in the title opens nothing and takes no shortcut',
    async ({ browser }) => {
      const { writer, page, content } = await openEditor(browser, product.origin);
      const session = await withSession(page);
      await startAfresh(content);
      await compose(session, ['に', 'にほん'], '日本');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Second');
      await page.keyboard.press('Shift+Home');
      await compose(session, ['ご', 'ごぎ'], '語');
      expect(await writtenIn(content)).toBe('<p>日本</p><p>語</p>');
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+Shift+z');
      expect(await writtenIn(content)).toBe('<p>日本</p><p>語</p>');

      // The key that takes a suggestion is the input method's own.
      const title = page.getByLabel('Title', { exact: true });
      await title.click();
      await session.send('Input.imeSetComposition', { text: 'だい', selectionStart: 2, selectionEnd: 2 });
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Process',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      });
      await session.send('Input.insertText', { text: '題' });
      expect(await title.inputValue()).toBe('題');
      expect(await title.evaluate((field) => field === document.activeElement)).toBe(true);
      await writer.close();
    },
  );

  longTest('dictation replaces what it said before, also across styles', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    const session = await withSession(page);
    await startAfresh(content);
    // Each result of the recognition takes the place of the one before.
    let before = 0;
    for (const heard of ['recognize', 'wreck a nice', 'recognize speech']) {
      await session.send('Input.imeSetComposition', {
        text: heard,
        selectionStart: heard.length,
        selectionEnd: heard.length,
        replacementStart: 0,
        replacementEnd: before,
      });
      await session.send('Input.insertText', { text: heard });
      before = heard.length;
      if (heard !== 'recognize speech') for (const _ of heard) await page.keyboard.press('Backspace');
    }
    expect(await writtenIn(content)).toBe('<p>recognize speech</p>');

    await throughEditor(content, ['<p>one <strong>two</strong> <em>three</em> four</p><p>five</p>']);
    await content.click();
    await page.keyboard.press('Control+Home');
    for (let key = 0; key < 13; key += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.insertText('1 2 3');
    expect(await writtenIn(content)).toBe('<p>1 2 3 four</p><p>five</p>');
    await writer.close();
  });

  longTest('a phone corrects a word while a space follows', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin, {
      viewport: phone,
      hasTouch: true,
      isMobile: true,
    });
    const session = await withSession(page);
    await startAfresh(content);
    for (const text of ['t', 'te', 'teh'])
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await session.send('Input.insertText', { text: 'the ' });
    for (const text of ['b', 'bo', 'boa'])
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await session.send('Input.insertText', { text: 'boat' });
    expect(await writtenIn(content)).toBe('<p>the boat</p>');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- item');
    expect(await writtenIn(content)).toBe('<p>the boat</p><ul><li>item</li></ul>');
    await writer.close();
  });
});
