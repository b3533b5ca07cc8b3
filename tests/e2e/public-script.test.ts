import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import sharp from 'sharp';

import { fillPublicSite } from '#tests/public-site.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { startSlowFront, type SlowFront } from '#tests/slow-front.ts';
import { expectQuiet, test, visit } from './browser.ts';

let product: RunningProduct;
let front: SlowFront;

beforeAll(async () => {
  product = await startProduct();
  await fillPublicSite(product.database.db);
  front = await startSlowFront(product);
});
afterAll(async () => {
  await front.stop();
  await product.stop();
});

const status = (page: Page) => page.locator('[data-status]');

/** Tells through the console: a locator would wait for the very page that is being held. */
function reportStatus(page: Page): Promise<void> {
  return page.evaluate(() => {
    const line = document.querySelector('[role=status][data-status]');
    if (!line) return;
    const report = () => console.log('status', line.textContent, getComputedStyle(line).clipPath);
    new MutationObserver(report).observe(line, { childList: true });
  });
}

test('the header becomes compact after 20 px without moving the content', async ({ browser }) => {
  const { page, close } = await visit(browser);
  await page.goto(`${product.origin}/about`);
  const look = () =>
    page.evaluate(() => ({
      height: document.querySelector('.site-header')?.getBoundingClientRect().height ?? 0,
      glass: getComputedStyle(document.querySelector('.site-header') ?? document.body, '::before')
        .backdropFilter,
      text: (document.querySelector('h1')?.getBoundingClientRect().top ?? 0) + scrollY,
    }));
  const scrollTo = async (y: number) => {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  const before = await look();
  await scrollTo(20);
  expect(await look()).toEqual(before);
  await scrollTo(21);
  const after = await look();
  expect(after.height).toBeLessThan(before.height);
  expect(after.glass).toContain('blur');
  expect(after.text).toBe(before.text);
  await scrollTo(0);
  expect(await look()).toEqual(before);
  await close();
});

test('the compact header blurs what is behind it, not its own text', async ({ browser }) => {
  const { page, close } = await visit(browser, { reducedMotion: 'reduce' });
  await page.goto(`${product.origin}/about`);
  // The large statement comes to lie behind the header.
  await page
    .locator('.statement')
    .evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY + 20));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const sharpestStep = async (part: { x: number; width: number }) => {
    const image = await page.screenshot({ clip: { ...part, y: 4, height: 36 } });
    const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
    let most = 0;
    for (let at = 1; at < data.length; at += 1) {
      if (at % info.width !== 0) most = Math.max(most, Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)));
    }
    return most;
  };
  expect(await sharpestStep({ x: 280, width: 600 })).toBeLessThan(8);
  expect(await sharpestStep({ x: 40, width: 180 })).toBeGreaterThan(80);
  await close();
});

test('a broken image is hidden on the card, above the post and in its body', async ({ browser }) => {
  const { page, close } = await visit(browser);
  await page.goto(`${product.origin}/blog`);
  const card = page.locator('article', { hasText: 'A missing image' });
  await card.locator('.cover').waitFor({ state: 'hidden' });
  expect(await card.getByRole('heading').isVisible()).toBe(true);
  await page.goto(`${product.origin}/blog/broken-image`);
  await page.locator('.post-head .cover').waitFor({ state: 'hidden' });
  await page.goto(`${product.origin}/blog/rich`);
  await page.getByText('A caption stays.').scrollIntoViewIfNeeded();
  await page.locator('.prose img').waitFor({ state: 'hidden' });
  expect(await page.getByText('A caption stays.').isVisible()).toBe(true);
  await close();
});

describe('a slow page on its way', () => {
  test.for([
    ['/blog', '/blog/featured-1', 'Loading post...'],
    ['/blog', '/blog?page=2', 'Loading posts...'],
    ['/blog', '/blog/category/engineering', 'Loading posts...'],
    ['/', '/blog', 'Loading posts...'],
    ['/', '/about', 'Loading...'],
  ] as const)('from %s to %s the page being left says %s', async ([from, to, words], { browser }) => {
    const reader = await visit(browser);
    const { page, close } = reader;
    await page.goto(front.origin + from);
    expect(await status(page).textContent()).toBe('');
    await reportStatus(page);
    const release = front.hold(to);
    const said = page.waitForEvent('console', (message) => message.text().includes(words));
    await page.locator(`a[href="${to}"]`).first().click({ noWaitAfter: true });
    expect((await said).text()).toBe(`status ${words} none`);
    expect(page.url()).toBe(front.origin + from);
    release();
    await page.waitForURL(front.origin + to);
    expect(await status(page).textContent()).toBe('');
    await page.goBack();
    await page.waitForURL(front.origin + from);
    expect(await page.locator('html[data-loading]').count()).toBe(0);
    expect(await status(page).textContent()).toBe('');
    expectQuiet(reader);
    await close();
  });

  test('the loading indicator is not shown for a page that loads within 150 ms', async ({ browser }) => {
    const { page, close } = await visit(browser);
    await page.clock.install();
    await page.goto(product.origin);
    // The page stays, so that its clock can be moved by hand.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await page.locator('.site-header a[href="/about"]').click();
    await page.clock.runFor(149);
    expect(await status(page).textContent()).toBe('');
    await page.clock.runFor(1);
    expect(await status(page).textContent()).toBe('Loading...');
    await close();
  });

  test('the loading indicator is removed by Escape and not shown for external and fragment links', async ({
    browser,
  }) => {
    const { page, close } = await visit(browser);
    await page.clock.install();
    await page.goto(`${front.origin}/blog/rich`);
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    for (const link of ['a[href="https://example.com/"]', '.contents a', 'a[href^="mailto:"]']) {
      await page.locator(link).first().click();
      await page.clock.runFor(1000);
      expect(await status(page).textContent(), link).toBe('');
    }
    await page.locator('.logo').click();
    await status(page).filter({ hasText: 'Loading...' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await status(page).textContent()).toBe('');
    await close();
  });
});

test('a link is prerendered when the pointer rests on it', async ({ browser }) => {
  const reader = await visit(browser);
  const { page, close } = reader;
  await page.goto(front.origin);
  expect(await page.evaluate(() => HTMLScriptElement.supports('speculationrules'))).toBe(true);
  await page.locator('.site-header a[href="/about"]').hover();
  await expect
    .poll(() => front.seen.findLast(({ path }) => path === '/about')?.headers['sec-purpose'], {
      timeout: 10_000,
    })
    .toContain('prerender');
  expectQuiet(reader);
  await close();
});

test("a card's image and title are animated into the post", async ({ browser }) => {
  const { page, close } = await visit(browser, { reducedMotion: 'no-preference' });
  const named = () =>
    page.evaluate(() => {
      addEventListener('pageswap', () => {
        const all = [...document.querySelectorAll('main *')].map(
          (element) => getComputedStyle(element).viewTransitionName,
        );
        sessionStorage.setItem('named', all.filter((name) => name !== 'none').join(' '));
      });
    });
  await page.goto(`${product.origin}/blog`);
  await named();
  await page.getByRole('link', { name: 'Everything at once' }).first().click();
  await page.waitForURL('**/blog/rich');
  expect(await page.evaluate(() => sessionStorage.getItem('named'))).toBe('post-cover post-title');
  const own = await page.evaluate(() =>
    ['.post-head .cover', 'h1'].map(
      (part) => getComputedStyle(document.querySelector(part) ?? document.body).viewTransitionName,
    ),
  );
  expect(own).toEqual(['post-cover', 'post-title']);
  await close();
});

test('a view transition that is interrupted reports no error', async ({ browser }) => {
  const reader = await visit(browser, { reducedMotion: 'no-preference' });
  const { page, close } = reader;
  for (const from of ['/blog', '/search']) {
    await page.goto(product.origin + from);
    await page.evaluate(() => {
      addEventListener('pageswap', () => location.assign('/search?q=post'), { once: true });
      location.assign('/blog/rich');
    });
    // Not waitForURL: it takes the navigation that was given up for a failure.
    await expect.poll(() => page.url(), { timeout: 5_000 }).toContain('/search?q=post');
  }
  for (const path of ['/blog/rich', '/search', '/blog', '/about']) {
    // Whichever of the two the browser takes, the other one is given up on its way.
    await page.evaluate((address) => void setTimeout(() => location.assign(address)), path).catch(() => {});
    await page.goto(`${product.origin}/search`).catch(() => {});
  }
  await page.locator('.site-footer').waitFor();
  expectQuiet(reader);
  await close();
});

test('view transitions to admin pages and to pages with another style sheet report no error', async ({
  browser,
}) => {
  const reader = await visit(browser, { reducedMotion: 'no-preference' });
  const { page, close } = reader;
  for (const path of ['/about', '/rss.xml', '/blog/rich', '/robots.txt', '/', '/admin/login']) {
    if (path !== '/about') await page.goto(`${product.origin}/contact`);
    else await page.goto(product.origin);
    await page.evaluate((address) => location.assign(address), path);
    await page.waitForURL(product.origin + path);
  }
  expectQuiet(reader);
  await close();
});

test('reduced motion disables animations and view transitions', async ({ browser }) => {
  const { page, close } = await visit(browser, { reducedMotion: 'reduce' });
  for (const path of ['/', '/blog', '/nowhere']) {
    await page.goto(product.origin + path);
    expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0);
  }
  await page.goto(product.origin);
  await page.evaluate(() =>
    addEventListener('pageswap', (event) =>
      sessionStorage.setItem('animated', String(event.viewTransition !== null)),
    ),
  );
  await page.locator('.site-header a[href="/blog"]').click();
  await page.waitForURL('**/blog');
  expect(await page.evaluate(() => sessionStorage.getItem('animated'))).toBe('false');
  const moving = await visit(browser, { reducedMotion: 'no-preference' });
  await moving.page.goto(product.origin);
  expect(await moving.page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(1);
  expect(await moving.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
  await moving.close();
  await close();
});

test('pages open at the top, Back restores the position, and an anchor stays visible', async ({
  browser,
}) => {
  const { page, close } = await visit(browser);
  await page.goto(product.origin);
  for (const path of ['/about', '/contact', '/jv-program', '/blog']) {
    await page.goto(product.origin);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const left = await page.evaluate(() => scrollY);
    await page.locator(`.site-footer a[href="${path}"]`).click();
    await page.waitForURL(product.origin + path);
    expect(await page.evaluate(() => scrollY), path).toBe(0);
    await page.goBack();
    await page.waitForURL(`${product.origin}/`);
    await expect.poll(() => page.evaluate(() => scrollY), { message: path }).toBe(left);
  }
  await page.goto(`${product.origin}/blog/rich#section-third-part`);
  const top = await page
    .locator('#section-third-part')
    .evaluate((element) => element.getBoundingClientRect().top);
  const header = await page
    .locator('.site-header')
    .evaluate((element) => element.getBoundingClientRect().bottom);
  expect(top).toBeGreaterThanOrEqual(header);
  expect(top).toBeLessThan(300);
  await close();
});

describe('forms report in place', () => {
  const forms = [
    {
      path: '/contact',
      kind: 'contact',
      button: 'Send Message',
      busy: 'Sending...',
      success: "Message sent successfully. We'll be in touch soon!",
      failure: 'Failed to send your message. Please try again later.',
      fields: { Name: 'Ada', Email: 'ada@firm.test', Subject: 'Hello', Message: 'Some words.' },
      longest: 'Message',
    },
    {
      path: '/jv-program',
      kind: 'application',
      button: 'Submit Application',
      busy: 'Submitting...',
      success: "Application submitted successfully. We'll be in touch soon!",
      failure: 'Failed to submit your application. Please try again later.',
      fields: { Name: 'Ada', Email: 'ada@firm.test', Industry: 'Ferries', 'Problem Description': 'Queues.' },
      longest: 'Problem Description',
    },
  ] as const;

  test.for(forms)(
    '$path',
    async ({ path, kind, button, busy, success, failure, fields, longest }, { browser }) => {
      const reader = await visit(browser);
      const { page, close } = reader;
      await page.goto(product.origin + path);
      const fill = async () => {
        for (const [label, text] of Object.entries(fields))
          await page.getByLabel(label, { exact: true }).fill(text);
        if (path === '/jv-program') await page.getByLabel('Business Stage').selectOption('startup');
      };
      const count = async () => {
        const { rows } = await sql<{
          n: number;
        }>`select count(*)::int as n from messages where kind = ${kind}`.execute(product.database.db);
        return rows[0]?.n;
      };
      let arrivals = 0;
      page.on('framenavigated', () => (arrivals += 1));

      // Success: busy while it is on its way, once however often it is pressed, then cleared.
      await fill();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(product.origin + path, async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('button', { name: button }).click();
      const waiting = page.getByRole('button', { name: busy, exact: true });
      await waiting.waitFor();
      expect(await waiting.isDisabled()).toBe(true);
      expect(await status(page).textContent()).toBe(busy);
      await page
        .locator('main form')
        .evaluate((form) => form instanceof HTMLFormElement && form.requestSubmit());
      release();
      await page.getByText(success, { exact: true }).waitFor();
      await page.unroute(product.origin + path);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('notice ok');
      expect(await page.getByLabel(longest).inputValue()).toBe('');
      expect(await page.getByRole('button', { name: button }).isEnabled()).toBe(true);
      expect(await count()).toBe(1);

      // Refused: the field says it, and has the focus.
      await fill();
      await page.getByLabel('Email', { exact: true }).fill('invalid');
      await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
      await page.getByRole('button', { name: button }).click();
      await page.locator('#email-error').waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
      expect(await page.getByLabel(longest).inputValue()).toBe(fields[longest as keyof typeof fields]);
      expect(await count()).toBe(1);

      // Not stored: the failure message, and every word kept. First without a network, then without a table.
      await fill();
      await page.route(product.origin + path, (route) => route.abort());
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('alert').filter({ hasText: failure }).waitFor();
      await page.unroute(product.origin + path);
      expect(await page.getByLabel(longest).inputValue()).toBe(fields[longest as keyof typeof fields]);
      await sql`alter table messages rename to messages_away`.execute(product.database.db);
      try {
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('alert').filter({ hasText: failure }).waitFor();
        await page.getByRole('button', { name: button }).waitFor();
      } finally {
        await sql`alter table messages_away rename to messages`.execute(product.database.db);
      }
      for (const [label, text] of Object.entries(fields)) {
        expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(text);
      }
      if (path === '/jv-program')
        expect(await page.getByLabel('Business Stage').inputValue()).toBe('startup');

      // And then it works again, without the last answer meanwhile. The same words once more would be taken for a
      // second press.
      await page.getByLabel(longest).fill('Other words.');
      await page.route(product.origin + path, async (route) => {
        await page.getByRole('button', { name: busy }).waitFor();
        expect(await page.getByRole('alert').count()).toBe(0);
        await route.continue();
      });
      await page.getByRole('button', { name: button }).click();
      await page.getByText(success, { exact: true }).waitFor();
      expect(await count()).toBe(2);
      expect(arrivals).toBe(0);
      await close();
    },
  );

  test('the newsletter button stays in line with the field and the result is as wide as the form', async ({
    browser,
  }) => {
    const { page, close } = await visit(browser);
    await page.goto(`${product.origin}/blog`);
    await page.locator('.newsletter form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByLabel('Email', { exact: true }).fill('invalid');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.locator('#email-error').waitFor();
    // A hovered button is raised by 2 px.
    await page.mouse.move(0, 0);
    // Measured in one frame: between two measurements the page may move.
    const offset = () =>
      page.locator('.newsletter form').evaluate((form) => {
        const [field, button] = ['input[type="email"]', 'button'].map((name) =>
          form.querySelector(name)?.getBoundingClientRect(),
        );
        return Math.abs((field?.top ?? Number.NaN) - (button?.top ?? Number.NaN));
      });
    await expect.poll(offset).toBeLessThan(2);
    await page.getByLabel('Email', { exact: true }).fill('ada@firm.test');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const answer = await page.locator('.newsletter .notice').boundingBox();
    const form = await page.locator('.newsletter form').boundingBox();
    const field = await page.getByLabel('Email', { exact: true }).boundingBox();
    expect(answer?.width).toBe(form?.width);
    expect(field?.y).toBeGreaterThan((answer?.y ?? 0) + (answer?.height ?? 0));
    await close();
  });
});
