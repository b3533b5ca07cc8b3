import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { postForm } from '#tests/factories.ts';
import { animation, photograph } from '#tests/image-files.ts';
import { useProduct } from '#tests/product.ts';
import { long, phone, test, visit } from './browser.ts';
import { giveImage, uploadFrom, visitAsWriter, writerSettings } from './editor-page.ts';
import { button } from './writing-page.ts';

/** The machine may be busy. */
const soon = { timeout: 30_000 };

const product = useProduct(writerSettings);

const file = (buffer: Buffer, name: string) => ({ name, mimeType: 'image/jpeg', buffer });
const images = () => product.database.db.selectFrom('images').selectAll().orderBy('created_at').execute();
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).last().waitFor();

async function publish(page: Page, fields: Record<string, string>): Promise<void> {
  const answer = await page.request.post(`${product.origin}/admin/posts/new`, {
    headers: { origin: product.origin },
    form: postForm({ title: 'A title', published: 'true', ...fields }),
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}

describe('the featured image of a post', () => {
  test('is chosen, described, replaced, published and removed', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/posts/new' });
    await page.getByLabel('Title', { exact: true }).fill('With an image');
    const input = page.getByLabel('Featured Image');
    await input.setInputFiles(file(await photograph(450, 300, 'jpeg', 1), 'first.jpg'));
    await toast(page, 'Image uploaded successfully.');
    await input.setInputFiles(file(await photograph(450, 300, 'jpeg', 2), 'second.jpg'));
    await expect.poll(async () => (await images()).length, soon).toBe(2);
    await page
      .locator(`img[src*="${(await images())[1]?.name}"]`)
      .first()
      .waitFor();
    await page.getByText('The featured image has no alt text.').waitFor({ state: 'attached' });
    await page.getByLabel('Alt text').fill('Two boats');
    await page.getByText('The featured image has no alt text.').waitFor({ state: 'detached' });
    const storedName = (await images())[1]?.name;
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.waitForURL('**/admin/posts');
    const second = (await images()).find(({ name }) => name === storedName);
    expect(second).toMatchObject({ alt: 'Two boats' });
    const read = await (await page.request.get('/blog/with-an-image')).text();
    const [shown = ''] = /<img[^>]*alt="Two boats"[^>]*>/.exec(read) ?? [];
    expect(shown).toContain(second?.name);
    expect(shown).toContain('loading="eager"');

    await page.getByRole('link', { name: 'With an image' }).click();
    await page.getByLabel('Alt text').waitFor();
    expect(await page.getByLabel('Alt text').inputValue()).toBe('Two boats');
    await page.getByRole('button', { name: 'Remove image' }).click();
    await toast(page, 'Image removed successfully.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Post updated successfully.');
    await expect
      .poll(async () => (await images()).some(({ name }) => name === second?.name), soon)
      .toBe(false);
  });

  long('comes by paste and by drop as well, and can be stopped on its way', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/posts/new' });
    const input = page.getByLabel('Featured Image');
    await input.waitFor({ state: 'attached' });
    const before = (await images()).length;
    const data = (await photograph(200, 150, 'png', 3)).toString('base64');
    for (const [index, type] of (['paste', 'drop'] as const).entries()) {
      await giveImage(input, data, `${type}.png`, type);
      await expect.poll(async () => (await images()).length, soon).toBe(before + index + 1);
    }

    const slow = await page.context().newCDPSession(page);
    await slow.send('Network.enable');
    await slow.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 40_000,
    });
    const large = Buffer.concat([await photograph(200, 150), Buffer.alloc(500_000)]);
    await input.setInputFiles(file(large, 'slow.jpg'));
    await page.getByText(/^Uploading… [1-9]\d*%$/).waitFor();
    await page.getByRole('button', { name: 'Cancel slow.jpg' }).click();
    await page.getByText(/^Uploading/).waitFor({ state: 'detached' });

    await giveImage(page.getByRole('textbox', { name: 'Content' }), large.toString('base64'), 'text.jpg');
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/editor-images'));
    await page.getByRole('button', { name: 'Cancel text.jpg' }).click();
    await ended;
    await page.getByText('text.jpg').waitFor({ state: 'detached' });

    await page.goto(`${product.origin}/admin/media`);
    const names = ['one.jpg', 'two.jpg', 'three.jpg', 'waiting.jpg'];
    await page.getByLabel('Upload images').setInputFiles(names.map((name) => file(large, name)));
    await page.getByText('Waiting…').waitFor();
    for (const name of names.toReversed()) {
      await page.getByRole('button', { name: `Cancel ${name}` }).click();
      await page.getByText(name).waitFor({ state: 'detached' });
    }
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
    expect((await images()).length).toBe(before + 2);
  });
});

describe('a post with many photographs', () => {
  test('moves nothing, loads only what is seen, in the widths of the screen', async () => {
    const { page, close } = await visitAsWriter(product);
    const sources = [];
    for (let seed = 0; seed < 4; seed += 1) {
      sources.push(
        await uploadFrom(page, product.origin, await photograph(1400, 700 + 40 * seed, 'jpeg', 100 + seed)),
      );
    }
    sources.push(await uploadFrom(page, product.origin, await animation('gif', 4)));
    const content = sources
      .map(
        (src, n) =>
          `<p>Paragraph ${n}. ${'Some words of it. '.repeat(60)}</p><p><img src="${src}" alt="Photo ${n}"></p>`,
      )
      .join('');
    await publish(page, { title: 'Many photographs', content });
    await close();

    const reader = await visit({ viewport: phone, deviceScaleFactor: 2 });
    await reader.page.addInitScript(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (!Reflect.get(entry, 'hadRecentInput'))
            Reflect.set(window, 'moved', Reflect.get(window, 'moved') + Reflect.get(entry, 'value'));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await reader.page.goto(`${product.origin}/blog/many-photographs`);
    const shownImages = reader.page.locator('.prose img');
    expect(await shownImages.count()).toBe(5);
    const loading = await shownImages.evaluateAll((all) => all.map((image) => image.getAttribute('loading')));
    expect(loading[0]).toBeNull();
    expect(await shownImages.first().getAttribute('fetchpriority')).toBe('high');
    expect(new Set(loading.slice(1))).toEqual(new Set(['lazy']));
    const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
    expect(await shownImages.nth(3).evaluate(isLoaded)).toBe(false);

    for (let at = 0; at < 5; at += 1) {
      await shownImages.nth(at).scrollIntoViewIfNeeded();
      await expect.poll(() => shownImages.nth(at).evaluate(isLoaded), soon).toBe(true);
    }
    // In a width that fits the screen, not in the full one.
    const [asked, wanted] = await shownImages
      .first()
      .evaluate((image: HTMLImageElement) => [
        Number(new URL(image.currentSrc).searchParams.get('w')),
        image.clientWidth * devicePixelRatio,
      ]);
    expect(asked).toBeGreaterThanOrEqual((wanted ?? 0) * 0.75);
    expect(asked).toBeLessThanOrEqual((wanted ?? 0) * 1.6);
    expect(await reader.page.evaluate(() => Reflect.get(window, 'moved'))).toBeLessThan(0.001);
    const { scrollWidth, clientWidth } = await reader.page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  }, 240_000);
});

describe('the media library', () => {
  test('takes several at once, finds, describes, and deletes what nothing uses', async () => {
    const { page } = await visitAsWriter(product, { path: '/admin/media' });
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
    const several = await Promise.all(
      [700, 701, 702].map(async (seed) =>
        file(await photograph(400, 300, 'jpeg', seed), `harbour-${seed}.jpg`),
      ),
    );
    const notes = ['notes', 'more', 'others', 'last'].map((name) => ({
      name: `${name}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('no image'),
    }));
    await page.getByLabel('Upload images').setInputFiles([...notes, ...several]);
    await toast(page, '3 images uploaded successfully.');
    await page
      .getByRole('alert')
      .getByText(/^(\w+\.txt, ){2}\w+\.txt and 1 more: This file is not an image that the site can show\./)
      .waitFor();
    await page.getByLabel('Search media...').fill('harbour');
    await page.getByText('3 images found').waitFor();

    await page.getByRole('button', { name: 'harbour-700.jpg' }).click();
    const dialog = page.getByRole('dialog', { name: 'harbour-700.jpg' });
    await dialog.getByLabel('Alt text').fill('A harbour at night');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Image updated successfully.');
    await page.getByRole('link', { name: 'Missing alt text' }).click();
    await page.getByText('2 images found').waitFor();
    await page.getByRole('link', { name: 'All', exact: true }).click();

    await page.goto(`${product.origin}/admin/media?q=harbour&view=list`);
    await page.getByRole('button', { name: 'harbour-701.jpg' }).click();
    await button(page.getByRole('dialog', { name: 'harbour-701.jpg' }), 'Delete').click();
    const question = page.getByRole('dialog');
    await question
      .getByText('Are you sure you want to delete "harbour-701.jpg"? This action cannot be undone.')
      .waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Image deleted successfully.');
    await page.getByText('2 images found').waitFor();
  });
});
