import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { addPost, contextAs } from '#tests/factories.ts';
import { isLong } from '#tests/long.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { payloads, payloadsMissing, readPayloads } from '#tests/xss-payloads.ts';
import { test, visit } from './browser.ts';
import { paste, throughEditor, visitAsWriter, writerSettings } from './editor-page.ts';

const payloadsPerPost = 24;

/** Script injections of the repository; in the long run those of public collections. */
const read = () => (isLong ? readPayloads() : payloads);

/** Saved through the verb, and every second group written to the database without cleaning, as a stored attack would be. */
describe.skipIf(isLong && payloadsMissing !== null)('script injections', () => {
  let product: RunningProduct;
  const posts: { id: string; slug: string }[] = [];
  let bodies: string[] = [];

  beforeAll(async () => {
    product = await startProduct(writerSettings);
    bodies = inGroups(read()).map((some) => some.map((payload) => `<div>${payload}</div>\n`).join(''));
    const { db } = product.database;
    const ctx = await contextAs(db, 'admin');
    for (const [index, content] of bodies.entries()) {
      const post = await addPost(ctx, { title: `Payloads ${index}`, content, published: 'true' });
      posts.push({ id: post.id, slug: post.slug });
      // Every second one is stored without cleaning.
      if (index % 2 === 1)
        await sql`update blog_posts set content = ${withoutNul(content)} where id = ${post.id}`.execute(db);
    }
  });
  afterAll(() => product.stop());

  test('a payload on a page without protection is caught by the trap', async () => {
    const { page, complaints } = await visit({ bypassCSP: true });
    const caught = await setTrap(page, product.origin);
    const body = read()
      .filter((payload) => /^<(?:script|img|svg)\b/i.test(payload))
      .slice(0, 30)
      .join('\n');
    await page.route('**/raw', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${product.origin}/raw`);
    expect(caught().length).toBeGreaterThan(0);
    complaints.length = 0;
  });

  test('GET /blog/:slug of a post with payloads runs no script and requests no other site, with and without the policy', async () => {
    for (const bypassCSP of [false, true]) {
      const { page, complaints, close } = await visit({ bypassCSP });
      const caught = await setTrap(page, product.origin);
      for (const { slug } of posts) {
        const answer = await page.goto(`${product.origin}/blog/${slug}`);
        expect(answer?.status()).toBe(200);
        await provoke(page);
        expect(caught(), slug).toEqual([]);
      }
      expect(complaints.splice(0).filter((text) => /Content.Security.Policy|exception/i.test(text))).toEqual(
        [],
      );
      await close();
    }
  });

  test('opening or pasting payloads in the editor runs no script', async () => {
    const { page, complaints } = await visitAsWriter(product, { bypassCSP: true });
    const caught = await setTrap(page, product.origin);
    const content = page.getByRole('textbox', { name: 'Content' });
    for (const { id, slug } of posts.slice(0, 2)) {
      await page.goto(`${product.origin}/admin/posts/edit/${id}`);
      await content.waitFor();
      expect(caught(), slug).toEqual([]);
    }
    await throughEditor(content, bodies);
    for (const html of bodies) await paste(content, { 'text/html': html });
    await provoke(page);
    expect(caught()).toEqual([]);
    expect(await content.locator('script, iframe, svg, form, object, embed, [style*="fixed"]').count()).toBe(
      0,
    );
    expect(complaints.splice(0).filter((text) => text.startsWith('exception'))).toEqual([]);
  });
});

/** Records calls of the functions that payloads use, in every frame, and requests to other sites, which are blocked. */
async function setTrap(page: Page, origin: string): Promise<() => string[]> {
  const caught: string[] = [];
  await page.exposeFunction('caughtByTheTrap', (what: string) => void caught.push(what));
  await page.addInitScript(() => {
    const tell = (what: string) => {
      void (window as unknown as { caughtByTheTrap: (what: string) => void }).caughtByTheTrap(what);
    };
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
      Object.assign(window, { [name]: () => tell(name) });
  });
  page.on('dialog', (dialog) => {
    caught.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.route(
    (url) => url.origin !== origin && /^(?:https?|wss?|ftp):$/.test(url.protocol),
    (route) => {
      caught.push(`request: ${route.request().url()}`);
      return route.abort();
    },
  );
  return () => caught;
}

/** Fires the events that a reader can cause on every element: pointer, focus, animation. */
async function provoke(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('main *')) {
      for (const name of [
        'mouseover',
        'mouseenter',
        'mousemove',
        'focus',
        'pointerover',
        'animationstart',
        'toggle',
      ])
        element.dispatchEvent(new Event(name));
    }
  });
}

function inGroups(all: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let from = 0; from < all.length; from += payloadsPerPost)
    groups.push(all.slice(from, from + payloadsPerPost));
  return groups;
}

const withoutNul = (text: string): string => text.replaceAll('\u0000', '');
