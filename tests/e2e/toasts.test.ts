import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { startProduct, type RunningProduct } from '#tests/product.ts';
import { desktop, phone, test } from './browser.ts';
import { writerSettings } from './editor-page.ts';
import {
  bodyOf,
  button,
  openEdit,
  openNew,
  postTitled,
  storePost,
  typeBody,
  writer,
} from './writing-page.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct(writerSettings);
});
afterAll(() => product.stop());

const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Whether two things on the screen share a point. */
async function overlaps(page: Page, one: string, other: string): Promise<boolean> {
  return page.evaluate(
    ([a = '', b = '']) => {
      const [x, y] = [document.querySelector(a), document.querySelector(b)].map((element) =>
        element?.getBoundingClientRect(),
      );
      if (!x || !y) throw new Error(`${a} or ${b} is not there.`);
      return x.left < y.right && y.left < x.right && x.top < y.bottom && y.top < x.bottom;
    },
    [one, other],
  );
}

describe('Undo', () => {
  test('brings discarded changes of a published post back into the form', async ({ browser }) => {
    const id = await storePost(product, { title: 'Pending', isPublic: true });
    const visitor = await writer(browser, product);
    const { page } = visitor;
    await openEdit(page, id);
    await typeBody(page, ' Typed later.');
    await button(page, 'Discard changes').waitFor();
    await button(page, 'Discard changes').click();
    await page.getByText('The form shows the live text again.').waitFor();
    await expect.poll(() => bodyOf(page).innerText()).not.toContain('Typed later.');
    await button(page, 'Undo discard').click();
    await expect.poll(() => bodyOf(page).innerText()).toContain('Typed later.');
    // It is stored again as pending changes.
    await button(page, 'Discard changes').waitFor();
    await visitor.close();
  });
});

describe('Undo of unpublishing in the form', () => {
  test.for([false, true])(
    'makes public what was public, with text typed since: %s',
    async (isChanged, { browser }) => {
      const title = `Taken back ${isChanged}`;
      const id = await storePost(product, { title, isPublic: true });
      const before = await postTitled(product, title);
      const visitor = await writer(browser, product);
      const { page } = visitor;
      await openEdit(page, id);
      await page.getByRole('switch', { name: 'Published' }).click();
      await button(page, 'Save Changes').click();
      await page.getByText('Post updated successfully.').waitFor();
      expect((await postTitled(product, title)).published).toBe(false);
      if (isChanged) await typeBody(page, ' Not ready.');
      await button(page, 'Undo unpublish').click();
      if (isChanged) await page.getByText('The post was changed since.').waitFor();
      else await page.getByRole('link', { name: 'View Live' }).waitFor();
      const { published, published_at } = await postTitled(product, title);
      expect({ published, published_at }).toEqual({
        published: !isChanged,
        published_at: before.published_at,
      });
      await visitor.close();
    },
  );
});

describe('toasts', () => {
  test('are at most three, at the top right below the bar, and wait while the pointer or the focus is in them', async ({
    browser,
  }) => {
    for (const n of [1, 2, 3, 4]) await storePost(product, { title: `Toast ${n}`, isPublic: true });
    const visitor = await writer(browser, product);
    const { page } = visitor;
    await page.clock.install();
    await page.goto('/admin/posts?q=Toast');
    for (const n of [1, 2, 3, 4]) {
      await page
        .getByRole('row')
        .filter({ hasText: `Toast ${n}` })
        .getByRole('button', { name: /Actions for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await region(page).getByText(`Toast ${n}`).waitFor();
    }
    expect(await region(page).getByRole('status').count()).toBe(3);
    const bar = await page.getByRole('banner').boundingBox();
    const { x = 0, y = 0, width = 0 } = (await region(page).boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    expect(y).toBeLessThan(100);
    expect(x + width).toBeGreaterThan(desktop.width - 20);
    await region(page).getByRole('status').last().hover({ force: true });
    await page.clock.runFor(60_000);
    expect(await region(page).getByRole('status').count()).toBe(3);
    await page.mouse.move(10, 10);
    await page.clock.runFor(7_000);
    await expect.poll(() => region(page).getByRole('status').count()).toBe(0);
    await visitor.close();
  });

  test('leave the control that has the focus and the line being typed free', async ({ browser }) => {
    const visitor = await writer(browser, product, { viewport: phone, hasTouch: true });
    const { page } = visitor;
    await openNew(page);
    // It stands at the top, where the message would be, and gets the focus.
    await button(page, 'Save Draft').click();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => overlaps(page, '[aria-label="Notifications"]', '[name="title"]')).toBe(false);
    await bodyOf(page).click();
    for (let line = 0; line < 12; line += 1) await page.keyboard.press('Enter');
    await page.keyboard.type('Words');
    await bodyOf(page).evaluate((body) => body.lastElementChild?.scrollIntoView({ block: 'start' }));
    await page.keyboard.type('.');
    await expect
      .poll(() => overlaps(page, '[aria-label="Notifications"]', '.rich-text > :last-child'))
      .toBe(false);
    await visitor.close();
  });
});
