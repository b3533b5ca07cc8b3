import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { createOwner } from '#tests/client.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { type Front, startFront } from '#tests/front.ts';
import { photograph } from '#tests/image-files.ts';
import { isLong } from '#tests/long.ts';
import { useProduct } from '#tests/product.ts';
import { fillPublicSite } from '#tests/public-site.ts';
import { upload } from '#tests/uploads.ts';
import { expectSound } from './accessibility.ts';
import { long, test, visit } from './browser.ts';

const product = useProduct();
let front: Front;
beforeAll(async () => {
  front = await startFront(product.origin);
});
afterAll(() => front.stop());

/** A page, and what a visitor has done on it. */
type State = { path: string; done?: string; prepare?: (page: Page) => Promise<void> };

const refuse = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  await page.locator('.error').first().waitFor();
};
const subscribe = async (page: Page) => {
  await page.getByLabel('Email').fill('ada@firm.test');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.locator('.notice.ok').waitFor();
};
const statesOf = (paths: string): State[] =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => ({ path }));

const emptyStates = statesOf('/ /blog');
/** One address of every kind, which `npm test` takes. */
const shortStates = statesOf('/ /blog/rich /authors/ada-author /work /work/long-work /search?q=post');
const otherStates: State[] = [
  ...statesOf(`
    /about /blog /blog?page=2 /blog/category/engineering /blog/tag/tools /search /search?q=ada /search?q=pots
    /search?q=zzyzx /blog/long-words /blog/rtl /blog/empty /blog/broken-image /blog/captioned /blog/none
    /work/bare-work /contact /jv-program /newsletter /newsletter/confirm?token=x /newsletter/unsubscribe?token=x
    /preview/none /privacy /terms /cookies /nowhere`),
  { path: '/jv-program', done: 'refused', prepare: refuse('Submit Application') },
  { path: '/blog', done: 'refused', prepare: refuse('Subscribe') },
  { path: '/blog', done: 'stored', prepare: subscribe },
];
const failedStates = statesOf('/ /blog /blog/category/engineering /blog/post-1 /search?q=post');

/** A post whose image has words of its own below it, and case studies with logos. */
async function publishWithImages(): Promise<void> {
  const owner = await createOwner(product);
  const { body } = await upload(owner, await photograph(1600, 1000), {
    query: '?alt=Two%20cranes%20over%20a%20harbour',
  });
  const { db } = product.database;
  await db.updateTable('images').set({ caption: 'The harbour at dawn, before the first ferry.' }).execute();
  const fields = { slug: 'captioned', title: 'With an image', published: 'true', publishedAt: '2026-01-09' };
  await addPost(await contextAs(db, 'editor'), { ...fields, featuredImage: body.src });
  await sql`update blog_posts set client_logo = ${body.src} where kind = 'case_study'`.execute(db);
}

async function open(path: string, options: Parameters<typeof visit>[0] = {}): Promise<Page> {
  const { page } = await visit(options);
  await page.goto(product.origin + path);
  return page;
}

async function expectSoundState({ path, done = '', prepare }: State) {
  const page = await open(path, { reducedMotion: 'reduce' });
  await prepare?.(page);
  await expectSound(page, `${path} ${done}`);
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe('before anything was published', () => {
  test.for(isLong ? emptyStates : emptyStates.slice(1))('axe: $path', expectSoundState);
});

describe('a site in use', () => {
  beforeAll(async () => {
    await fillPublicSite(product.database.db);
    await publishWithImages();
  });

  test.for(isLong ? [...shortStates, ...otherStates] : shortStates)('axe: $path', expectSoundState);

  test.for(
    isLong ? ['/', '/about', '/blog', '/blog/rich', '/contact', '/jv-program', '/nowhere'] : ['/contact'],
  )('Tab through %s starts at the skip link, and what has the focus is in sight', async (path) => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto(product.origin + path);
      const stops = await page
        .locator('a[href], button, input, select, textarea, summary, [tabindex="0"]')
        .count();
      const seen: string[] = [];
      for (let key = 0; key < stops + 5; key += 1) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate(stopOf);
        if (stop === null) break;
        seen.push(stop.name);
        expect(stop.problems, `${path}, ${viewport.width} px, stop ${seen.length}: ${stop.name}`).toEqual([]);
      }
      expect(seen[0]).toBe('Skip to content');
      expect(seen.length).toBeGreaterThan(10);
      expect(seen.at(-1)).toBe('Cookies');
    }
  });

  test('the skip link moves the focus to the content', async () => {
    const page = await open('/blog');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content');
  });

  const paths = [
    '/',
    '/about',
    '/blog',
    '/blog/rich',
    '/blog/long-words',
    '/contact',
    '/jv-program',
    '/privacy',
    '/nowhere',
  ];

  test.for(isLong ? paths : ['/blog/rich'])(
    '%s with the text spacing of WCAG 1.4.12, and at 200 % text: nothing is cut off, nothing sideways',
    async (path) => {
      const page = await open(path, { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
      for (const css of [
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
        ':root { font-size: 200% !important }',
      ]) {
        await page.evaluate((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [sheet];
        }, css);
        expect(await widthOf(page), css).toBe(360);
        expect(await page.evaluate(cutOff), css).toEqual([]);
      }
    },
  );

  test('the hero text fits on every screen width', async () => {
    const page = await open('/');
    for (const width of [320, 390, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await page.locator('.hero h1 span').evaluate((word) => {
        return word.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(word).lineHeight);
      });
      expect(Math.round(lines), String(width)).toBe(1);
      expect(await widthOf(page), String(width)).toBe(width);
      // The header says the name of the firm, and is above the text.
      const name = await page.locator('.site-header .logo span').boundingBox();
      expect(name?.width, String(width)).toBeGreaterThan(width < 390 ? 0 : 40);
    }
  });

  test('proof and lists keep their form: a gray row of logos, one row of filters, the text in the middle', async () => {
    const page = await open('/');
    const boxOf = async (part: string) =>
      (await page.locator(part).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const logos = page.locator('.clients li img');
    expect(await logos.first().evaluate((logo) => getComputedStyle(logo).filter)).toContain('grayscale(1)');
    const tops = await page
      .locator('.clients li')
      .evaluateAll((items) =>
        items
          .map((item) => item.getBoundingClientRect())
          .map(({ top, height }) => Math.round(top + height / 2)),
      );
    expect(new Set(tops).size, `${tops.length} logos`).toBe(1);

    await page.setViewportSize({ width: 390, height: 844 });
    const [heading, link] = [await boxOf('.featured h2'), await boxOf('.featured .section-header a')];
    expect(link.x).toBeGreaterThan(heading.x + heading.width);
    expect(link.y).toBeLessThan(heading.y + heading.height);
    await page.goto(`${product.origin}/work`);
    const rows = await page
      .locator('.filters a')
      .evaluateAll((links) => links.map((each) => Math.round(each.getBoundingClientRect().top)));
    expect(rows.length).toBeGreaterThan(2);
    expect(new Set(rows).size).toBe(1);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${product.origin}/blog/post-1`);
    const { x, width } = await boxOf('.post-body .prose > p');
    expect(width).toBeGreaterThan(560);
    expect(width).toBeLessThanOrEqual(680);
    expect(Math.abs(x + width / 2 - 720)).toBeLessThan(16);
  });

  test('a printed post is dark on white, shows link targets and hides controls', async () => {
    const page = await open('/blog/rich');
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

  long('texts of cards are cut after lines, and the current link is underlined', async () => {
    const page = await open('/');
    const linesOf = (parts: string) =>
      page
        .locator('article', { hasText: 'A featured title' })
        .locator(parts)
        .evaluateAll((all) =>
          all.map((part) =>
            Math.round(
              part.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(part).lineHeight),
            ),
          ),
        );
    expect(await linesOf('h3, .excerpt')).toEqual([2, 2]);
    await page.goto(`${product.origin}/blog`);
    expect(await linesOf('h2, .excerpt')).toEqual([2, 3]);

    await page.goto(`${product.origin}/blog/rich`);
    const characters = await page
      .locator('article .prose > p')
      .nth(1)
      .evaluate((paragraph) => {
        const zero = document.createElement('span');
        zero.textContent = '0'.repeat(100);
        zero.style.whiteSpace = 'nowrap';
        paragraph.append(zero);
        return (paragraph.getBoundingClientRect().width / zero.getBoundingClientRect().width) * 100;
      });
    expect(characters).toBeGreaterThan(55);
    expect(characters).toBeLessThan(75);
    const header = page.locator('.site-header');
    expect(await header.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    const underlined = await header
      .getByRole('link')
      .evaluateAll((links) =>
        links
          .filter((link) => getComputedStyle(link).textDecorationLine === 'underline')
          .map(({ textContent }) => textContent),
      );
    expect(underlined).toEqual(['Blog']);
  });
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

test('the header becomes compact after 20 px without moving the content', async () => {
  const page = await open('/about');
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
  const page = await open('/blog');
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

test('a broken logo gives way to the name, in the header and in the footer', async () => {
  const { page } = await visit();
  await page.route(`${product.origin}/about`, async (route) => {
    const answer = await route.fetch();
    const mark = (alt: string) => `<img class="mark" src="/storage/none.png" alt="${alt}">`;
    let marks = 0;
    const body = (await answer.text()).replaceAll(/<svg class="mark"[^]*?<\/svg>/g, () => mark(marks++ === 0 ? '' : 'Anyforge'));
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`${product.origin}/about`);
  await expect.poll(() => page.locator('img.mark').count()).toBe(0);
  expect((await page.locator('.logo').innerText()).trim()).toBe('Anyforge');
  expect(await page.locator('.tagline').innerText()).toMatch(/^Anyforge\s+we build anything/);
}); // prettier-ignore

describe('a slow page on its way', () => {
  test('is told of on the page being left', async () => {
    const [from, to] = [`${front.origin}/blog`, '/blog/featured-1'];
    const { page } = await visit();
    await page.goto(from);
    expect(await status(page).textContent()).toBe('');
    await reportStatus(page);
    const release = front.hold((path) => path === to);
    const said = page.waitForEvent('console', (message) => message.text().includes('Loading post...'));
    await page.locator(`a[href="${to}"]`).first().click({ noWaitAfter: true });
    expect((await said).text()).toBe('status Loading post... none');
    expect(page.url()).toBe(from);
    release();
    await page.waitForURL(front.origin + to);
    await page.goBack();
    await page.waitForURL(from);
    expect(await page.locator('html[data-loading]').count()).toBe(0);
    expect(await status(page).textContent()).toBe('');
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

long('a view transition that is interrupted reports no error', async () => {
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
  const animations = () => page.evaluate(() => document.getAnimations().length);
  for (const path of ['/nowhere', '/blog', '/']) {
    await page.goto(product.origin + path);
    expect(await animations(), path).toBe(0);
  }
  await page.evaluate(() =>
    addEventListener('pageswap', (event) =>
      sessionStorage.setItem('animated', String(event.viewTransition !== null)),
    ),
  );
  await page.locator('.site-header a[href="/blog"]').click();
  await page.waitForURL('**/blog');
  expect(await page.evaluate(() => sessionStorage.getItem('animated'))).toBe('false');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(product.origin);
  expect(await animations()).toBeGreaterThan(1);
  expect(await widthOf(page)).toBe(1440);
});

test.for(['/blog', '/work'])('200 terms above the list of %s leave it in sight', async (path) => {
  const page = await open(path);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator('.filter').evaluateAll((filters) => {
      for (const filter of filters)
        for (let n = 0; n < 100; n += 1) filter.append(' ', filter.lastElementChild?.cloneNode(true) ?? '');
    });
    expect((await page.locator('main article').first().boundingBox())?.y, `${width}`).toBeLessThan(700);
  }
});

describe('forms report in place', () => {
  const path = '/contact';
  const [button, busy] = ['Send Message', 'Sending...'];
  const success = "Message sent successfully. We'll be in touch soon!";
  const failure = 'Failed to send your message. Please try again later.';
  const fields = { Name: 'Grace', Email: 'grace@firm.test', Subject: 'Hello', Message: 'Some words.' };

  test('the contact form says in place that it is sent, refused or lost, and keeps what was typed', async () => {
    const page = await open(path);
    const fill = async () => {
      for (const [label, text] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).fill(text);
    };
    const count = async () =>
      (
        await product.database.db
          .selectFrom('messages')
          .select('id')
          .where('name', '=', fields.Name)
          .execute()
      ).length;
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
    const held = Promise.withResolvers<void>();
    await page.route(product.origin + path, async (route) => {
      await held.promise;
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
    held.resolve();
    await page.getByText(success, { exact: true }).waitFor();
    await page.unroute(product.origin + path);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('notice ok');
    await expectSound(page, 'a stored message');
    expect(await page.getByLabel('Message').inputValue()).toBe('');
    expect(await page.getByRole('button', { name: button }).isEnabled()).toBe(true);
    expect(await count()).toBe(1);

    // Refused: the field says it, and has the focus.
    await fill();
    await page.getByLabel('Email', { exact: true }).fill('invalid');
    await page.getByRole('button', { name: button }).click();
    await page.locator('#email-error').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
    await expectSound(page, 'a refused message');
    expect(await page.getByLabel('Message').inputValue()).toBe(fields.Message);
    expect(await count()).toBe(1);

    // Not stored: the failure message, and every word kept.
    await fill();
    await page.route(product.origin + path, (route) => route.abort());
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').filter({ hasText: failure }).waitFor();
    expect(await page.locator('.error, [aria-invalid], [aria-describedby]').count()).toBe(0);
    await expectSound(page, 'a lost message');
    await page.unroute(product.origin + path);
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

describe('while posts cannot be read', () => {
  beforeAll(async () => {
    // No page is kept from before.
    const restart = await product.kill();
    await restart();
    await sql`alter table blog_posts rename to blog_posts_away`.execute(product.database.db);
  });
  afterAll(async () => {
    await sql`alter table blog_posts_away rename to blog_posts`.execute(product.database.db);
  });

  test.for(isLong ? failedStates : failedStates.slice(0, 1))('axe: $path', async (state) => {
    expect((await fetch(product.origin + state.path)).status).toBe(503);
    await expectSoundState(state);
  });
});

/** Where the focus is, and what is wrong with how it shows. Null at the end of the page. Runs in the page. */
function stopOf(): { name: string; problems: string[] } | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const problems: string[] = [];
  const rings = [element, element.closest('.card'), element.closest('.search-form')];
  const isRinged = rings.some((ring) => {
    if (!ring) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(ring);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  if (!isRinged) problems.push('no ring');
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  if (box.bottom <= 0 || box.top >= innerHeight) problems.push('out of sight');
  const header = document.querySelector('.site-header');
  const bottom = header?.getBoundingClientRect().bottom ?? 0;
  if (
    !header?.contains(element) &&
    !element.matches('.skip-link') &&
    box.top < bottom - 1 &&
    box.height < innerHeight / 2
  ) {
    problems.push(`under the header: ${box.top} < ${bottom}`);
  }
  return { name: element.textContent.trim() || element.getAttribute('name') || element.tagName, problems };
}

/** Text that a box hides although nothing says that it may. Runs in the page. */
function cutOff(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => {
      const { overflowX, overflowY, webkitLineClamp, position } = getComputedStyle(element);
      const hides = [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip');
      if (
        !hides ||
        element.textContent.trim() === '' ||
        webkitLineClamp !== 'none' ||
        position === 'absolute' ||
        element.closest('svg, .hero-drawing')
      )
        return false;
      return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    })
    .map((element) => `${element.tagName}.${element.className}: ${element.textContent.slice(0, 40)}`);
}
