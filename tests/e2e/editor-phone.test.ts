import { afterAll, beforeAll, describe, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { axeViolations } from './axe.ts';
import { expectQuiet, phone, test } from './browser.ts';
import { contentOf, startAfresh, visitAsWriter, writerSettings, writtenIn } from './editor-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

describe('on a phone', () => {
  test('what matters first is in a bar above the keyboard, the rest in a sheet, each large enough for a thumb', async ({
    browser,
  }) => {
    const writer = await visitAsWriter(browser, product.origin, { viewport: phone, hasTouch: true });
    const { page } = writer;
    await page.addInitScript(fakeKeyboard);
    await page.goto(`${product.origin}/admin/posts/new`);
    const content = await contentOf(page);
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    await startAfresh(content);
    await page.keyboard.type('Words here');
    await page.evaluate(() => window.dispatchEvent(new Event('test-keyboard')));

    const names = ['Bold', 'Italic', 'Link', 'Image', 'Heading 2', 'Bullet list', 'Undo', 'More formatting'];
    for (const name of names) {
      const button = toolbar.getByRole('button', { name, exact: true });
      await expect
        .poll(async () => {
          const box = await button.boundingBox();
          return (box?.y ?? 999) + (box?.height ?? 0);
        })
        .toBeLessThanOrEqual(phone.height - 340 + 1);
      const box = await button.boundingBox();
      expect(box?.width, name).toBeGreaterThanOrEqual(44);
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(phone.width);
    }

    await toolbar.getByRole('button', { name: 'More formatting' }).click();
    await toolbar.getByRole('button', { name: 'Blockquote' }).click();
    expect(await writtenIn(content)).toBe('<blockquote><p>Words here</p></blockquote>');
    expect(await toolbar.getByRole('button', { name: 'Blockquote' }).isVisible()).toBe(false);
    await toolbar.getByRole('button', { name: 'More formatting' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await content.focus();
    await page.keyboard.press('Control+a');
    const bubble = page.getByRole('toolbar', { name: 'Selection' });
    await bubble.getByRole('button', { name: 'Bold' }).click();
    expect(await writtenIn(content)).toContain('<strong>');
    const [there, selected] = await Promise.all([
      bubble.boundingBox(),
      content.locator('strong').boundingBox(),
    ]);
    const end = (box: typeof there) => (box?.y ?? 0) + (box?.height ?? 0);
    expect((there?.y ?? 0) >= end(selected) || end(there) <= (selected?.y ?? 0)).toBe(true);
    expect(end(there)).toBeLessThanOrEqual(phone.height - 340);
    expect(await axeViolations(page)).toEqual([]);
    expectQuiet(writer);
    await writer.close();
  });
});

/** In the page: an on-screen keyboard that covers 340 pixels from the event `test-keyboard` on. */
function fakeKeyboard(): void {
  const fake = new EventTarget();
  let covered = 0;
  Object.defineProperties(fake, {
    height: { get: () => window.innerHeight - covered },
    width: { get: () => window.innerWidth },
    offsetTop: { get: () => 0 },
    offsetLeft: { get: () => 0 },
    scale: { get: () => 1 },
  });
  Object.defineProperty(window, 'visualViewport', { get: () => fake });
  window.addEventListener('test-keyboard', () => {
    covered = 340;
    fake.dispatchEvent(new Event('resize'));
  });
}
