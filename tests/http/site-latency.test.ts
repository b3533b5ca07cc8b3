import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

/** From Publish to visitors, over two workers. More with CHANGES. */

const changes = Number(process.env['CHANGES'] ?? 60);
const owner = { email: 'owner@firm.test', password: 'correct horse' };
let product: RunningProduct;
let admin: Client;

beforeAll(async () => {
  product = await startProduct({ WORKERS: '2', ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password });
  admin = createClient(product);
  expect((await admin.post('/admin/login', owner)).status).toBe(302);
});
afterAll(() => product.stop());

/** A new connection each time: whichever worker is free takes it. */
async function ask(path: string): Promise<string> {
  const answer = await fetch(product.origin + path, { headers: { connection: 'close' } });
  return answer.text();
}

const pages = ['/', '/about', '/blog', '/contact'];

/** Milliseconds until a page shows the words. A popular page may be the one of a moment ago while it is rendered again. */
async function shownAfter(path: string, words: string): Promise<number> {
  const begun = performance.now();
  while (!(await ask(path)).includes(words)) {
    if (performance.now() - begun > 5_000) throw new Error(`${path} does not show ${words}.`);
  }
  return performance.now() - begun;
}

test(
  'published words are on the pages of every worker within 100 ms at the median and 1 s at most',
  async () => {
    const times: number[] = [];
    for (let version = 1; version <= changes; version += 1) {
      const name = `Firm ${version}`;
      await Promise.all(pages.map(ask));
      const answer = await admin.post('/admin/site/general', {
        intent: 'publish',
        values: JSON.stringify({ name }),
        version: String(version),
      });
      expect(answer.status).toBe(200);
      await answer.text();
      const words = `© ${new Date().getUTCFullYear()} ${name}`;
      times.push(...(await Promise.all([...pages, ...pages].map((path) => shownAfter(path, words)))));
    }
    const sorted = times.toSorted((one, other) => one - other);
    const [median = Infinity, longest = Infinity] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
    console.log(
      `${times.length} pages: ${median.toFixed(0)} ms at the median, ${longest.toFixed(0)} ms at most`,
    );
    expect(longest).toBeLessThan(1_000);
    expect(median).toBeLessThan(100);
  },
  120_000 + changes * 1_000,
);
