import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { isLong } from '#tests/long.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { desktop, expectQuiet, longTest, phone, test } from './browser.ts';
import { contentOf, openEditor, throughEditor, visitAsWriter, writerSettings } from './editor-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

/** 200 paragraphs, each one a screen line or more. */
const longBody = Array.from({ length: 200 }, (_, n) => `<p>Paragraph ${n} of a long text.</p>`).join('');

/** Keys after which a line far from the one before has the caret. */
const moves = [
  'Control+End', 'Control+Home', 'PageDown', 'PageDown', 'PageDown', 'PageUp', 'Control+End', 'PageUp', 'PageUp',
  ...Array.from({ length: 24 }, () => 'ArrowUp'),
  ...Array.from({ length: 34 }, () => 'ArrowDown'),
]; // prettier-ignore

async function expectCaretInSight(page: Page, content: Locator, after: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30))));
  await expect.poll(() => content.evaluate(coverOfCaret), { message: after, timeout: 2_000 }).toBeNull();
}

/** In the page: what lies over the middle of the line with the caret; null when nothing does. */
function coverOfCaret(element: Element): string | null {
  const { editor } = element as unknown as {
    editor: {
      view: { coordsAtPos: (at: number) => { left: number; top: number; bottom: number } };
      state: { selection: { head: number } };
    };
  };
  const { left, top, bottom } = editor.view.coordsAtPos(editor.state.selection.head);
  const viewport = window.visualViewport;
  const end = viewport ? viewport.offsetTop + viewport.height : innerHeight;
  if (top < (viewport?.offsetTop ?? 0) || bottom > end) return `outside: ${top} to ${bottom} of ${end}`;
  for (const y of [top + 1, bottom - 1]) {
    const there = document.elementFromPoint(Math.min(left + 2, innerWidth - 2), y);
    if (!there || !element.contains(there)) return there?.outerHTML.slice(0, 200) ?? 'nothing';
  }
  return null;
}

describe('the line of the caret is in sight', () => {
  const screens = [
    ['on a phone', { viewport: phone, hasTouch: true }, false],
    ['on a desktop', {}, false],
    ['in full screen', {}, true],
    ['in full screen on a phone', { viewport: phone, hasTouch: true }, true],
  ] as const;

  test.for(isLong ? screens : screens.slice(0, 1))(
    '%s, moved and typed by keys',
    async ([, options, isFullScreen], { browser }) => {
      const { writer, page, content } = await openEditor(browser, product.origin, options);
      await throughEditor(content, [longBody]);
      await content.focus();
      if (isFullScreen) await page.keyboard.press('Control+Shift+f');
      for (const [step, key] of (isLong ? moves : moves.slice(0, 20)).entries()) {
        await page.keyboard.press(key);
        await expectCaretInSight(page, content, `${step}: ${key}`);
      }
      await page.keyboard.press('Control+End');
      for (let line = 0; line < (isLong ? 15 : 4); line += 1) {
        await page.keyboard.press('Enter');
        await page.keyboard.type('x');
        await expectCaretInSight(page, content, `line ${line}`);
      }
      expectQuiet(writer);
      await writer.close();
    },
  );

  longTest('at the end of the window, below the menu of a slash', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin, { viewport: phone });
    await throughEditor(content, [longBody]);
    await content.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    const menu = page.getByRole('listbox', { name: 'Insert' });
    await menu.waitFor();
    await expectCaretInSight(page, content, 'the slash');
    const { y, height } = (await menu.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(phone.height);
    await writer.close();
  });

  test('above an on-screen keyboard, also when it comes up later', async ({ browser }) => {
    const writer = await visitAsWriter(browser, product.origin, { viewport: phone, hasTouch: true });
    const { page } = writer;
    await page.addInitScript(fakeKeyboard);
    await page.goto(`${product.origin}/admin/posts/new`);
    const content = await contentOf(page);
    await throughEditor(content, [longBody]);
    await content.getByText('Paragraph 9 of').click();
    await page.evaluate(() => window.dispatchEvent(new Event('test-keyboard')));
    await expectCaretInSight(page, content, 'the keyboard');
    for (let line = 0; line < (isLong ? 12 : 4); line += 1) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('x');
      await expectCaretInSight(page, content, `line ${line}`);
    }
    expectQuiet(writer);
    await writer.close();
  });

  longTest('a found word is between the bars', async ({ browser }) => {
    const { writer, page, content } = await openEditor(browser, product.origin);
    await throughEditor(content, [longBody]);
    await content.focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('of a long');
    for (let step = 0; step < 24; step += 1) {
      await page.keyboard.press(step < 16 ? 'Enter' : 'Shift+Enter');
      const match = content.locator('.match.is-current');
      const isSeen = await match.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + 2, y)));
      });
      expect(isSeen, `step ${step}`).toBe(true);
    }
    await writer.close();
  });

  longTest('the toolbar never covers the header of the form', async ({ browser }) => {
    for (const viewport of [desktop, { width: 1040, height: 700 }, phone]) {
      const { writer, page, content } = await openEditor(browser, product.origin, { viewport });
      await throughEditor(content, [longBody]);
      const save = page.getByRole('button', { name: 'Save Draft' });
      expect(await save.evaluate(positionsWhereCovered), String(viewport.width)).toEqual([]);
      await writer.close();
    }
  });
});

/** In the page: the scroll positions at which something lies over an element that sticks. */
async function positionsWhereCovered(element: Element): Promise<number[]> {
  const positions: number[] = [];
  for (let y = 0; y < document.documentElement.scrollHeight; y += 90) {
    window.scrollTo(0, y);
    await new Promise(requestAnimationFrame);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const x = (left + right) / 2;
    const isSeen = [top + 1, bottom - 1].every((at) => element.contains(document.elementFromPoint(x, at)));
    if (!isSeen) positions.push(y);
  }
  return positions;
}

/** In the page: an on-screen keyboard that covers 340 pixels from the event `test-keyboard` on. */
function fakeKeyboard(): void {
  const real = window.visualViewport;
  const fake = new EventTarget();
  let covered = 0;
  Object.defineProperties(fake, {
    height: { get: () => window.innerHeight - covered },
    width: { get: () => window.innerWidth },
    offsetTop: { get: () => real?.offsetTop ?? 0 },
    offsetLeft: { get: () => 0 },
    scale: { get: () => 1 },
  });
  Object.defineProperty(window, 'visualViewport', { get: () => fake });
  window.addEventListener('test-keyboard', () => {
    covered = 340;
    fake.dispatchEvent(new Event('resize'));
  });
}
