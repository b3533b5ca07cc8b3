import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { defaultWords } from '#domain/site/site-words.ts';
import { type RunningProduct, startProduct } from '#tests/product.ts';
import { fillPublicSite } from '#tests/public-site.ts';
import { type SlowFront, startSlowFront } from '#tests/slow-front.ts';
import { desktop, test, visit, type Visit } from './browser.ts';

let product: RunningProduct;
let front: SlowFront;

beforeAll(async () => {
  product = await startProduct({ CONTACT_EMAIL: 'desk@firm.test' });
  front = await startSlowFront(product);
});
afterAll(async () => {
  await front.stop();
  await product.stop();
});

/** A reader without script: what stands here stands in the page as it arrives. */
async function open(path: string): Promise<Visit> {
  const reader = await visit({ javaScriptEnabled: false, viewport: desktop });
  await reader.page.goto(product.origin + path);
  return reader;
}

const heading = (page: Page, level: number) => page.getByRole('heading', { level }).allTextContents();

/** Where the links within a part of the page lead, by their words. */
async function linksIn(page: Page, part = 'main'): Promise<Record<string, string>> {
  const links = await page
    .locator(`${part} a`)
    .evaluateAll((all) =>
      all.map((link) => [link.textContent.replaceAll(/[←→]/g, '').trim(), link.getAttribute('href') ?? '']),
    );
  return Object.fromEntries(links);
}

const featured = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Featured Blog Posts' }) });
const featuredLinks = (page: Page) =>
  featured(page)
    .locator('article a')
    .evaluateAll((links) => links.map((a) => a.getAttribute('href')));

test('before anything was published home shows two fallback cards, and the blog says so', async () => {
  const { page } = await open('/');
  const hrefs = await featuredLinks(page);
  expect(hrefs).toHaveLength(2);
  for (const href of hrefs) expect((await fetch(product.origin + href)).status).toBe(200);
  await page.goto(`${product.origin}/blog`);
  expect(await page.getByRole('heading', { name: 'No Posts Yet', exact: true }).count()).toBe(1);
  expect(await linksIn(page)).toMatchObject({ 'Return to Home': '/' });
  expect(await page.getByRole('button', { name: 'Subscribe', exact: true }).count()).toBe(1);
});

describe('a site in use', () => {
  beforeAll(() => fillPublicSite(product.database.db));

  test('every page has the footer and the header with the current link underlined', async () => {
    const entries = { Home: '/', About: '/about', Blog: '/blog', Contact: '/contact' };
    for (const [path, current] of Object.entries({ '/': 'Home', '/blog/rich': 'Blog', '/nowhere': null })) {
      const { page, close } = await open(path);
      const header = page.locator('.site-header');
      expect(await header.evaluate((element) => getComputedStyle(element).position), path).toBe('fixed');
      const { name, social } = defaultWords.general;
      expect(await linksIn(page, '.site-header'), path).toMatchObject({ [name]: '/', ...entries });
      const underlined = await header
        .getByRole('link')
        .evaluateAll((links) =>
          links.map((link) => [
            link.getAttribute('aria-current') === 'page' && link.textContent,
            getComputedStyle(link).textDecorationLine === 'underline' && link.textContent,
          ]),
        );
      expect(new Set(underlined.flat()), path).toEqual(new Set(current ? [false, current] : [false]));
      expect(await page.locator('.site-footer .tagline').textContent(), path).toBe('we build anything');
      expect(await linksIn(page, '.site-footer'), path).toMatchObject({
        ...entries,
        Privacy: '/privacy',
        Terms: '/terms',
        Cookies: '/cookies',
        'desk@firm.test': 'mailto:desk@firm.test',
        ...Object.fromEntries(social.map(({ label, address }) => [label, address])),
      });
      const footer = await page.locator('.site-footer').textContent();
      expect(footer).toContain(`© ${new Date().getUTCFullYear()} ${name}`);
      expect(footer).toContain('Connect');
      await close();
    }
  });

  test('home and about', async () => {
    const { page } = await open('/');
    expect((await heading(page, 1)).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'we build anything',
    ]);
    expect(await linksIn(page)).toMatchObject({
      'Work with us': '/contact',
      'Learn more': '/about',
      'View all posts': '/blog',
    });
    expect(await linksIn(page, 'main > section:last-of-type')).toEqual({ 'Get in touch': '/contact' });
    expect(await featuredLinks(page)).toEqual(['/blog/rich', '/blog/featured-1']);
    expect(await linesOf(featured(page).locator('article').last())).toEqual({ title: 2, excerpt: 2 });

    await page.goto(`${product.origin}/about`);
    expect(await heading(page, 1)).toEqual(['ABOUT US']);
    expect(await page.getByText(defaultWords.about.mission).count()).toBe(1);
    expect(await page.locator('main a[href="/jv-program"]').count()).toBe(1);
    const people = page.locator('main li.person');
    expect(await people.locator('.note').allTextContents()).toEqual([
      'Co-founder and CEO',
      'Co-founder and COO',
      'Partner and CTO',
    ]);
    for (const part of [
      '[aria-label^="Portrait of"], img[alt^="Portrait of"]',
      'p:not(.note)',
      'a[href^="https://"]',
    ])
      expect(await people.filter({ has: page.locator(part) }).count(), part).toBe(3);
  });

  test('the blog: cards with link, category, date, read time, author; clamped; a newsletter box', async () => {
    const { page } = await open('/blog');
    const cards = page.locator('main article');
    expect(await cards.count()).toBe(12);
    const rich = cards.filter({ hasText: 'Everything at once' });
    expect(await rich.getByRole('link').getAttribute('href')).toBe('/blog/rich');
    expect(await rich.textContent()).toMatch(
      /Engineering.*December 31, 2025.*2 min read.*all that a post can hold.*Ada Author/,
    );
    expect(await cards.filter({ hasText: 'Without a body' }).textContent()).toMatch(
      /February 1, 2026.*1 min read/,
    );
    expect(await linesOf(cards.filter({ hasText: 'A featured title' }))).toEqual({ title: 2, excerpt: 3 });
    const covers = await cards
      .locator('.cover:has(> svg)')
      .evaluateAll((all) => all.map((one) => one.className));
    expect(covers).toHaveLength(11);
    for (const [index, cover] of covers.entries()) expect(cover).not.toBe(covers[index + 1]);
    expect(await page.getByRole('textbox', { name: 'Email', exact: true }).getAttribute('type')).toBe(
      'email',
    );
    expect(await linksIn(page)).toMatchObject({ 'Older posts': '/blog?page=2' });
  });

  test('the hero text fits on every screen width', async () => {
    const { page } = await open('/');
    for (const width of [320, 390, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await page.locator('.hero h1 span').evaluate((word) => {
        return word.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(word).lineHeight);
      });
      expect(Math.round(lines), String(width)).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
      // The header says the name of the firm, and is above the text.
      const name = await page.locator('.site-header .logo span').boundingBox();
      expect(name?.width, String(width)).toBeGreaterThan(width < 390 ? 0 : 40);
    }
  });

  test('a post shows all its parts', async () => {
    const { page } = await open('/blog/rich');
    const article = page.locator('main article').first();
    expect(await heading(page, 1)).toEqual(['Everything at once']);
    expect(await linksIn(page)).toMatchObject({
      'Back to Blog': '/blog',
      Engineering: '/blog/category/engineering',
      Tools: '/blog/tag/tools',
    });
    const head = await article.locator('header').textContent();
    for (const part of [
      'A post with all that a post can hold.',
      'Ada Author',
      'December 31, 2025',
      '2 min read',
    ])
      expect(head).toContain(part);
    expect(await article.locator('header:has([aria-label="Tags"]) ~ .post-body .prose').count()).toBe(1);
    expect(await article.locator('footer').textContent()).toContain('Published December 31, 2025');
    const measure = await article
      .locator('.prose > p')
      .nth(1)
      .evaluate((paragraph) => {
        const zero = document.createElement('span');
        zero.textContent = '0'.repeat(100);
        zero.style.whiteSpace = 'nowrap';
        paragraph.append(zero);
        const characters =
          (paragraph.getBoundingClientRect().width / zero.getBoundingClientRect().width) * 100;
        zero.remove();
        return characters;
      });
    expect(measure).toBeGreaterThan(55);
    expect(measure).toBeLessThan(75);
  });

  test('a printed post is dark on white, shows link targets and hides controls', async () => {
    const { page } = await open('/blog/rich');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const isSeen = (part: string) => page.locator(part).first().isVisible();
    for (const part of ['h1', '.prose', '.prose table', '.post-end'])
      expect(await isSeen(part), part).toBe(true);
    for (const part of ['.site-header', '.site-footer', '.back', '.contents', '.onward', '.post-image'])
      expect(await isSeen(part), part).toBe(false);
    const look = await page.locator('.prose').evaluate((prose) => {
      const link = prose.querySelector('a[href="https://example.com/"]');
      const code = prose.querySelector('pre');
      return {
        scheme: getComputedStyle(document.documentElement).colorScheme,
        address: link && getComputedStyle(link, '::after').content,
        wraps: code && getComputedStyle(code).whiteSpace,
      };
    });
    expect(look).toEqual({ scheme: 'light', address: '" (https://example.com/)"', wraps: 'pre-wrap' });
  });

  test('contact and jv-program show their forms, and contact its details', async () => {
    const { page } = await open('/contact');
    expect(await fieldsOf(page)).toEqual([
      'Name: text',
      'Email: email',
      'Subject: text',
      'Message: textarea of 6 rows',
    ]);
    const { address = '', label = '' } = defaultWords.general.social[0] ?? {};
    expect(await linksIn(page)).toMatchObject({
      'desk@firm.test': 'mailto:desk@firm.test',
      [label]: address,
    });
    const details = await page.locator('aside').textContent();
    for (const part of ['Las Vegas', 'Toronto', 'Sunshine Coast', 'Map Location'])
      expect(details).toContain(part);

    await page.goto(`${product.origin}/jv-program`);
    expect(await fieldsOf(page)).toEqual([
      'Name: text',
      'Email: email',
      'Phone: tel, optional',
      'Industry: text',
      'Business Stage: select-one',
      'Funding to Date: text, optional',
      'Problem Description: textarea of 5 rows',
    ]);
    expect(await page.locator('form').getAttribute('data-busy')).toBe('Submitting...');
    const options = page.locator('select option');
    expect(
      await options.evaluateAll((all) =>
        all.map((one) => `${one.getAttribute('value')}: ${one.textContent}`),
      ),
    ).toEqual([
      ': Select stage',
      'idea: Idea Stage',
      'building: Actively Building',
      'startup: Startup',
      'established: Established Business',
    ]);
    expect(await options.first().isDisabled()).toBe(true);
  });
});

/** How many lines of a card's title and excerpt a reader sees. */
function linesOf(card: ReturnType<Page['locator']>) {
  return card.evaluate((element) => {
    const lines = (part: Element | null) =>
      part === null
        ? 0
        : Math.round(
            part.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(part).lineHeight),
          );
    return {
      title: lines(element.querySelector('h2, h3')),
      excerpt: lines(element.querySelector('.excerpt')),
    };
  });
}

/** Label, kind, and whether it may be empty, of each field that a visitor sees. */
function fieldsOf(page: Page): Promise<string[]> {
  return page.locator('main form :is(input, textarea, select)').evaluateAll((fields) =>
    (fields as (HTMLInputElement | HTMLTextAreaElement)[])
      .filter((field) => field.labels?.length && !field.closest('[aria-hidden]'))
      .map((field) => {
        const rows = 'rows' in field ? ` of ${field.rows} rows` : '';
        return `${field.labels?.[0]?.textContent}: ${field.type}${rows}${field.required ? '' : ', optional'}`;
      }),
  );
}

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

test('the header becomes compact after 20 px without moving the content', async () => {
  const { page } = await visit();
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
});

test('a broken image is hidden on the card, above the post and in its body', async () => {
  const { page } = await visit();
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
});

describe('a slow page on its way', () => {
  test('is told of on the page being left', async () => {
    const { page } = await visit();
    for (const [from, to, words] of [
      ['/blog', '/blog/featured-1', 'Loading post...'],
      ['/', '/about', 'Loading...'],
    ] as const) {
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
      await page.goBack();
      await page.waitForURL(front.origin + from);
      expect(await page.locator('html[data-loading]').count()).toBe(0);
      expect(await status(page).textContent()).toBe('');
    }
  });

  test('the loading indicator comes after 150 ms, goes by Escape, and never for external and fragment links', async () => {
    const { page } = await visit();
    await page.clock.install();
    await page.goto(`${front.origin}/blog/rich`);
    // The page stays, so that its clock can be moved by hand.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    for (const link of ['a[href="https://example.com/"]', '.contents a', 'a[href^="mailto:"]']) {
      await page.locator(link).first().click();
      await page.clock.runFor(1000);
      expect(await status(page).textContent(), link).toBe('');
    }
    await page.locator('.site-header a[href="/about"]').click();
    await page.clock.runFor(149);
    expect(await status(page).textContent()).toBe('');
    await page.clock.runFor(1);
    expect(await status(page).textContent()).toBe('Loading...');
    await page.keyboard.press('Escape');
    expect(await status(page).textContent()).toBe('');
  });
});

test('a view transition that is interrupted reports no error', async () => {
  const { page } = await visit({ reducedMotion: 'no-preference' });
  for (const from of ['/blog', '/search']) {
    await page.goto(product.origin + from);
    await page.evaluate(() => {
      addEventListener('pageswap', () => location.assign('/search?q=post'), { once: true });
      location.assign('/blog/rich');
    });
    // Not waitForURL: it takes the navigation that was given up for a failure.
    await expect.poll(() => page.url(), { timeout: 5_000 }).toContain('/search?q=post');
  }
  await page.locator('.site-footer').waitFor();
});

test('reduced motion disables animations and view transitions', async () => {
  const { page } = await visit({ reducedMotion: 'reduce' });
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
  const moving = await visit({ reducedMotion: 'no-preference' });
  await moving.page.goto(product.origin);
  expect(await moving.page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(1);
  expect(await moving.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
});

describe('forms report in place', () => {
  const path = '/contact';
  const [button, busy] = ['Send Message', 'Sending...'];
  const success = "Message sent successfully. We'll be in touch soon!";
  const failure = 'Failed to send your message. Please try again later.';
  const fields = { Name: 'Ada', Email: 'ada@firm.test', Subject: 'Hello', Message: 'Some words.' };

  test('the contact form says in place that it is sent, refused or lost, and keeps what was typed', async () => {
    const { page } = await visit();
    await page.goto(product.origin + path);
    const fill = async () => {
      for (const [label, text] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).fill(text);
    };
    const count = async () =>
      (await product.database.db.selectFrom('messages').select('id').where('kind', '=', 'contact').execute())
        .length;
    let arrivals = 0;
    page.on('framenavigated', () => (arrivals += 1));

    // A limit is said only near it.
    const subject = page.getByLabel('Subject');
    const limit = page.locator('form output');
    await subject.fill('x'.repeat(280));
    await expect.poll(() => limit.textContent()).toBe('20 of 300 characters left');
    await subject.fill('x'.repeat(200));
    await expect.poll(() => limit.count()).toBe(0);

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
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    expect(await page.getByRole('button', { name: button }).isEnabled()).toBe(true);
    expect(await count()).toBe(1);

    // Refused: the field says it, and has the focus.
    await fill();
    await page.getByLabel('Email', { exact: true }).fill('invalid');
    await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('button', { name: button }).click();
    await page.locator('#email-error').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
    expect(await page.getByLabel('Message').inputValue()).toBe(fields.Message);
    expect(await count()).toBe(1);

    // Not stored: the failure message, and every word kept.
    await fill();
    await page.route(product.origin + path, (route) => route.abort());
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').filter({ hasText: failure }).waitFor();
    await page.unroute(product.origin + path);
    expect(await page.getByLabel('Message').inputValue()).toBe(fields.Message);
    for (const [label, text] of Object.entries(fields)) {
      expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(text);
    }

    // And then it works again, without the last answer meanwhile. The same words once more would be taken for a
    // second press.
    await page.getByLabel('Message').fill('Other words.');
    await page.route(product.origin + path, async (route) => {
      await page.getByRole('button', { name: busy }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await route.continue();
    });
    await page.getByRole('button', { name: button }).click();
    await page.getByText(success, { exact: true }).waitFor();
    expect(await count()).toBe(2);
    expect(arrivals).toBe(0);
  });
});
