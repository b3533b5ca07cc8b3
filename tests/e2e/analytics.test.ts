import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';

import { createCategory } from '#domain/taxonomy/create-term.ts';
import { createClient } from '#tests/client.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';
import { long, test, visit } from './browser.ts';
import { visitAsWriter, writerSettings } from './editor-page.ts';

/** The browser of the tests says that it has no window, and would be left out as a machine. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

const product = useProduct(writerSettings);
let post: { id: string; slug: string };

beforeAll(async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const category = await createCategory(ctx, { name: 'Field notes' });
  post = await addPost(ctx, { title: 'A seen post', published: 'true', categoryId: category.id });
  await addPost(ctx, { title: 'A draft without views' });
});

async function views(): Promise<number> {
  const { db } = product.database;
  const row = await db.selectFrom('blog_post_stats').selectAll().where('id', '=', post.id).executeTakeFirst();
  return row?.total_views ?? 0;
}

function nextView(page: Page) {
  return page.waitForResponse((response) => response.url().endsWith('/rpc/increment_post_view'));
}

/** Whatever the page had asked for before, it has asked for now. */
async function untilAnswered(page: Page): Promise<void> {
  await page.evaluate(async () => void (await fetch('/healthz')));
}

describe('a reader', () => {
  test('is counted when the post is seen, with where they came from; a reload soon after is not', async () => {
    const { page, close } = await visit({ userAgent });
    const told = nextView(page);
    await page.goto(`${product.origin}/blog/${post.slug}?utm_campaign=Launch`, {
      referer: 'https://news.example/item',
    });
    expect((await told).status()).toBe(204);
    expect(await views()).toBe(1);

    const again = nextView(page);
    await page.reload();
    expect((await again).status()).toBe(204);
    expect(await views()).toBe(1);
    await close();

    const { db } = product.database;
    const sources = await db.selectFrom('view_days').select(['what', 'name', 'views']).execute();
    expect(sources).toEqual(
      expect.arrayContaining([
        { what: 'referrer', name: 'news.example', views: 1 },
        { what: 'campaign', name: 'launch', views: 1 },
        { what: 'device', name: 'desktop', views: 1 },
        { what: 'browser', name: 'Chrome', views: 1 },
      ]),
    );
  });

  // A browser without a window keeps no pages, so the event that says so is made here.
  test('who comes back to a page that the browser has kept is told of once more, when it is seen', async () => {
    const { page } = await visit({ userAgent });
    let calls = 0;
    page.on('request', (request) => (calls += request.url().includes('/rpc/') ? 1 : 0));
    const first = nextView(page);
    await page.goto(`${product.origin}/blog/${post.slug}`);
    await first;
    const show = (persisted: boolean, state: 'visible' | 'hidden') =>
      page.evaluate(
        ([isKept, visibility]) => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: isKept }));
          document.dispatchEvent(new Event('visibilitychange'));
        },
        [persisted, state] as const,
      );
    await show(false, 'visible');
    await show(true, 'hidden');
    await untilAnswered(page);
    expect(calls).toBe(1);
    // Back on the screen, and then shown once more from what was kept.
    await show(false, 'visible');
    await expect.poll(() => calls).toBe(2);
    await show(true, 'visible');
    await expect.poll(() => calls).toBe(3);
    await show(false, 'hidden');
    await show(false, 'visible');
    await untilAnswered(page);
    expect(calls).toBe(3);
    // A page that is no post is counted as well, and nothing where there is no page.
    await page.goto(`${product.origin}/contact`);
    await expect.poll(() => calls).toBe(4);
    await page.goto(`${product.origin}/no-such-page`);
    await untilAnswered(page);
    expect(calls).toBe(4);
  });

  // Rendered ahead, a page is hidden until the reader goes to it; this browser renders none ahead.
  long('of a page rendered ahead or in a tab behind others is counted when it is seen', async () => {
    const { page } = await visit({ userAgent });
    await page.addInitScript(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    });
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await page.goto(`${product.origin}/blog/${post.slug}`);
    await untilAnswered(page);
    expect(calls.filter((url) => url.includes('/rpc/'))).toEqual([]);
    const told = nextView(page);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await untilAnswered(page);
    expect(calls.filter((url) => url.includes('/rpc/'))).toEqual([]);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    expect((await told).status()).toBe(204);
  });
});

describe('the Analytics screen', () => {
  test('shows the figures, follows the period and refreshes in place', async () => {
    const { page } = await visitAsWriter(product);
    const bot = { post_id_param: post.id, user_agent_param: 'curl/8.9.1' };
    await createClient(product).json('/rpc/increment_post_view', bot);
    await page.goto('/admin/analytics');
    const card = (name: string) => page.locator('dl > div').filter({ hasText: new RegExp(`^${name}`) });
    expect(await card('Total Views').locator('dd').allTextContents()).toEqual(['1', '1 today']);
    expect(await card('Total Posts').locator('dd').allTextContents()).toEqual(['2', '1 published']);
    expect(await card('Avg Views/Post').locator('dd').first().textContent()).toBe('1');
    expect(await page.getByLabel('Period').inputValue()).toBe('30');

    const table = page.getByRole('table').filter({ hasText: 'Post Title' });
    const headers = await table.getByRole('columnheader').allTextContents();
    expect(headers).toEqual(['Post Title', 'Status', 'Total Views', 'Today', 'This Week', 'This Month']);
    const row = table.getByRole('row', { name: /A seen post/ });
    expect(await row.textContent()).toContain(`/${post.slug}`);
    await table.getByRole('link', { name: 'Post Title' }).click();
    await page.waitForURL(/sort=title(?:&|$)/);
    await table.getByRole('row').nth(1).filter({ hasText: 'A draft without views' }).waitFor();

    await page.getByLabel('Period').selectOption('Last 7 days');
    await page.waitForURL(/period=7/);
    await page.getByRole('group').getByText('More about views').click();
    const notCounted = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Not counted' }) });
    expect(await notCounted.textContent()).toMatch(/Bots\s*1\b/);
    const chart = page.getByRole('img', { name: /Views in the last 7 days: 1/ });
    const { y: chartTop = NaN, height } = (await chart.boundingBox()) ?? {};
    expect(height).toBe(240);
    const tops = await page
      .locator('dl > div')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([7, 1]);
    expect(chartTop, 'directly below the period').toBeLessThan(tops[0] ?? NaN);
    const refreshed = page.waitForResponse(/analytics\.data/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    expect((await refreshed).ok()).toBe(true);

    await page.getByText('Show as a table').click();
    expect(
      await page
        .getByRole('rowheader')
        .filter({ hasText: /^\w{3} \d+$/ })
        .count(),
    ).toBe(7);

    await page.getByRole('button', { name: 'What Total Views means' }).click();
    await page.getByRole('status').filter({ hasText: 'One visitor counts once per post' }).waitFor();
    await page.keyboard.press('Escape');

    const edit = page.getByRole('table').getByRole('link', { name: 'A seen post' }).first();
    expect(await edit.getAttribute('href')).toBe(`/admin/posts/edit/${post.id}`);
  });

  long('shows the chart without a press, and each row of what the site brings opens its leads', async () => {
    await sql`
      insert into messages (kind, name, email, subject, message, page, campaign, content_hash, text_hash)
      select 'contact', 'N', 'n@visitor.test', 'S', n::text, '/contact', case n when 1 then '' else 'spring' end, '', ''
      from generate_series(1, 3) n`.execute(product.database.db);
    const { page } = await visitAsWriter(product);
    for (const [row, leads] of [
      ['spring', '2 messages'],
      ['Unknown', '1 message'],
    ] as const) {
      await page.goto(`${product.origin}/admin/analytics`);
      await page.getByText('3 leads').waitFor();
      expect(await page.getByRole('img', { name: /^Views in/ }).isVisible()).toBe(true);
      expect(await page.getByRole('heading', { name: 'Referrers' }).isVisible()).toBe(false);
      const campaigns = page.locator('div:has(> h3)').filter({ hasText: /^Campaign/ });
      await campaigns.getByRole('link', { name: row }).click();
      await page.getByText(leads, { exact: true }).waitFor();
      await page.getByRole('link', { name: `Remove filter Campaign: ${row}` }).waitFor();
    }
  });
});
