import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Page } from 'playwright-core';

import { defaultWords } from '#domain/site/site-words.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { createOwner } from '#tests/client.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { fillPublicSite } from '#tests/public-site.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { upload } from '#tests/uploads.ts';
import { desktop, test, visit, type Visit } from './browser.ts';

let product: RunningProduct;
const [social = { label: '', address: '' }] = defaultWords.general.social;

beforeAll(async () => {
  product = await startProduct({ CONTACT_EMAIL: 'desk@firm.test' });
});
afterAll(() => product.stop());

/** A reader without script: what stands here stands in the page as it arrives. */
async function open(browser: Parameters<typeof visit>[0], path: string): Promise<Visit & { status: number }> {
  const reader = await visit(browser, { javaScriptEnabled: false, viewport: desktop });
  const answer = await reader.page.goto(product.origin + path);
  return { ...reader, status: answer?.status() ?? 0 };
}

const linkIn = async (page: Page, name: string, within = 'main') => {
  const link = page.locator(within).getByRole('link', { name, exact: true });
  return link.first().getAttribute('href');
};

const heading = (page: Page, level: number) => page.getByRole('heading', { level }).allTextContents();

describe('before anything was published', () => {
  test('home shows the two fallback cards with working links', async ({ browser }) => {
    const { page, close } = await open(browser, '/');
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'Featured Blog Posts' }),
    });
    const hrefs = await section
      .locator('article a')
      .evaluateAll((links) => links.map((a) => a.getAttribute('href')));
    expect(hrefs).toHaveLength(2);
    for (const href of hrefs) expect((await fetch(product.origin + href)).status).toBe(200);
    await close();
  });

  test("the empty blog shows 'No Posts Yet' and links to home", async ({ browser }) => {
    const { page, status, close } = await open(browser, '/blog');
    expect(status).toBe(200);
    expect(await page.getByRole('heading', { name: 'No Posts Yet', exact: true }).count()).toBe(1);
    expect(await linkIn(page, 'Return to Home')).toBe('/');
    expect(await page.getByRole('button', { name: 'Subscribe', exact: true }).count()).toBe(1);
    await close();
  });
});

describe('a site in use', () => {
  beforeAll(() => fillPublicSite(product.database.db));

  test('every page has the footer and the header with the current link underlined', async ({ browser }) => {
    const expected = [
      ['/', 'Home'],
      ['/about', 'About'],
      ['/blog', 'Blog'],
      ['/blog/rich', 'Blog'],
      ['/contact', 'Contact'],
      ['/jv-program', null],
      ['/privacy', null],
      ['/nowhere', null],
    ] as const;
    for (const [path, current] of expected) {
      const { page, close } = await open(browser, path);
      const header = page.locator('.site-header');
      expect(await header.evaluate((element) => getComputedStyle(element).position), path).toBe('fixed');
      expect(
        await header.getByRole('link', { name: defaultWords.general.name, exact: true }).getAttribute('href'),
      ).toBe('/');
      const nav = await header
        .getByRole('navigation')
        .getByRole('link')
        .evaluateAll((links) =>
          links.map((link) => ({
            name: link.textContent,
            href: link.getAttribute('href'),
            isCurrent: link.getAttribute('aria-current') === 'page',
            isUnderlined: getComputedStyle(link).textDecorationLine === 'underline',
          })),
        );
      expect(nav, path).toEqual(
        [
          ['Home', '/'],
          ['About', '/about'],
          ['Blog', '/blog'],
          ['Contact', '/contact'],
        ].map(([name, href]) => ({
          name,
          href,
          isCurrent: name === current,
          isUnderlined: name === current,
        })),
      );
      const footer = page.locator('.site-footer');
      expect(await footer.locator('.tagline').textContent(), path).toBe('we build anything');
      for (const [name, href] of [
        ['Home', '/'],
        ['About', '/about'],
        ['Blog', '/blog'],
        ['Contact', '/contact'],
        ['Privacy', '/privacy'],
        ['Terms', '/terms'],
        ['Cookies', '/cookies'],
        ['desk@firm.test', 'mailto:desk@firm.test'],
        [social.label, social.address],
      ] as const) {
        expect(await linkIn(page, name, '.site-footer'), `${path} ${name}`).toBe(href);
      }
      expect(await footer.textContent()).toContain(
        `© ${new Date().getUTCFullYear()} ${defaultWords.general.name}`,
      );
      expect(await footer.getByRole('heading', { name: 'Connect', exact: true }).count()).toBe(1);
      await close();
    }
  });

  test('home', async ({ browser }) => {
    const { page, close } = await open(browser, '/');
    expect((await heading(page, 1)).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'we build anything',
    ]);
    expect(await linkIn(page, 'Work with us')).toBe('/contact');
    expect(await linkIn(page, 'Learn more')).toBe('/about');
    expect(await linkIn(page, 'View all posts')).toBe('/blog');
    const last = page.locator('main > section').last().getByRole('link');
    expect([await last.textContent(), await last.getAttribute('href')]).toEqual(['Get in touch', '/contact']);

    const section = page.locator('section', {
      has: page.getByRole('heading', { name: 'Featured Blog Posts' }),
    });
    const cards = await section
      .locator('article a')
      .evaluateAll((links) => links.map((a) => a.getAttribute('href')));
    expect(cards).toEqual(['/blog/rich', '/blog/featured-1']);
    expect(await linesOf(section.locator('article').last())).toEqual({ title: 2, excerpt: 2 });
    await close();
  });

  test('about', async ({ browser }) => {
    const { page, close } = await open(browser, '/about');
    expect(await heading(page, 1)).toEqual(['ABOUT US']);
    expect(await page.getByText(defaultWords.about.mission).count()).toBe(1);
    expect(await page.locator('main a[href="/jv-program"]').count()).toBe(1);
    const people = await page.locator('main li.person').evaluateAll((cards) =>
      cards.map((card) => ({
        role: card.querySelector('.note')?.textContent,
        hasPortrait: card.querySelector('[aria-label^="Portrait of"], img[alt^="Portrait of"]') !== null,
        hasBio: (card.querySelector('p:not(.note)')?.textContent ?? '').length > 20,
        leads: card.querySelector('a')?.getAttribute('href')?.startsWith('https://'),
      })),
    );
    expect(people).toEqual(
      ['Co-founder and CEO', 'Co-founder and COO', 'Partner and CTO'].map((role) => ({
        role,
        hasPortrait: true,
        hasBio: true,
        leads: true,
      })),
    );
    await close();
  });

  test('the blog: cards with link, category, date, read time, author; clamped; a newsletter box', async ({
    browser,
  }) => {
    const { page, close } = await open(browser, '/blog');
    const cards = page.locator('main article');
    expect(await cards.count()).toBe(12);
    const rich = cards.filter({ hasText: 'Everything at once' });
    expect(await rich.getByRole('link').getAttribute('href')).toBe('/blog/rich');
    const text = await rich.textContent();
    for (const part of [
      'Engineering',
      'December 31, 2025',
      '2 min read',
      'Ada Author',
      'all that a post can hold',
    ]) {
      expect(text).toContain(part);
    }
    const empty = await cards.filter({ hasText: 'Without a body' }).textContent();
    expect(empty).toContain('1 min read');
    expect(empty).toContain('February 1, 2026');
    expect(await linesOf(cards.filter({ hasText: 'A featured title' }))).toEqual({ title: 2, excerpt: 3 });
    const covers = await cards
      .locator('.cover:has(> svg)')
      .evaluateAll((all) => all.map((one) => one.className));
    expect(covers).toHaveLength(11);
    for (const [index, cover] of covers.entries()) expect(cover).not.toBe(covers[index + 1]);

    const email = page.getByRole('textbox', { name: 'Email', exact: true });
    expect(await email.getAttribute('type')).toBe('email');
    expect(await page.getByRole('button', { name: 'Subscribe', exact: true }).count()).toBe(1);
    expect(await linkIn(page, 'Older posts')).toBe('/blog?page=2');
    await close();
  });

  test('the hero text fits on every screen width', async ({ browser }) => {
    const { page, close } = await open(browser, '/');
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await page.locator('.hero h1 span').evaluate((word) => {
        return word.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(word).lineHeight);
      });
      expect(Math.round(lines), String(width)).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
    }
    await close();
  });

  test('every color variable that a page uses is defined', async ({ browser }) => {
    const { page, close } = await open(browser, '/');
    // One page of each set of sheets.
    for (const path of ['/', '/blog', '/blog/rich', '/blog/none', '/nowhere']) {
      await page.goto(product.origin + path);
      const undefinedColors = await page.evaluate(() => {
        const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
        const named = rules.flatMap(({ cssText }) => cssText.match(/(?<=var\()--color-[\w-]+/g) ?? []);
        const defined = getComputedStyle(document.documentElement);
        return [...new Set(named)].filter((name) => defined.getPropertyValue(name) === '');
      });
      expect(undefinedColors, path).toEqual([]);
    }
    await close();
  });

  test('a card image is cropped to its frame and requested in the width of the frame', async ({
    browser,
  }) => {
    const { body } = await upload(await createOwner(product), await photograph(400, 900), {
      query: '?alt=Mast',
    });
    const author = await contextAs(product.database.db, 'editor');
    const fields = {
      slug: 'tall',
      published: 'true',
      publishDay: '2026-02-06',
      featured: 'true',
      featuredImage: body.src,
    };
    await createPost(author, newPost(fields));
    const { page, close } = await open(browser, '/blog');
    const shapes = await page
      .locator('.cover')
      .evaluateAll((covers) =>
        covers.map((cover) => cover.getBoundingClientRect()).map(({ width, height }) => width / height),
      );
    expect(shapes).toHaveLength(12);
    for (const shape of shapes) expect(shape).toBeCloseTo(1.5, 1);

    // The page asks for it in the width in which it is shown, so that it is neither soft nor heavier than it need be.
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // Pages follow a change by another process within a second.
      await expect
        .poll(async () => {
          await page.goto(product.origin);
          return await page.locator('.pair img').count();
        })
        .toBe(1);
      const { asked, shown } = await page.locator('.pair img').evaluate(async (image) => {
        if (!(image instanceof HTMLImageElement)) throw new Error('The image is an image.');
        await image.decode();
        return { asked: image.naturalWidth, shown: image.getBoundingClientRect().width };
      });
      expect(asked / shown, String(width)).toBeGreaterThan(0.98);
      expect(asked / shown, String(width)).toBeLessThan(1.25);
    }
    await close();
  });

  test('the last row of a list is full for any number of posts', async ({ browser }) => {
    const { page, close } = await open(browser, '/blog');
    const rooms = await page.locator('.cards').evaluate((list) => {
      const beside: number[] = [];
      for (; list.lastElementChild; list.lastElementChild.remove()) {
        const last = list.lastElementChild.getBoundingClientRect();
        beside.push(Math.round(list.getBoundingClientRect().right - last.right));
      }
      return beside;
    });
    expect(rooms).toEqual(Array.from({ length: 11 }, () => 0));
    await close();
  });

  test('a list without pagination has space below it', async ({ browser }) => {
    const { page, close } = await open(browser, '/blog/tag/tools');
    const room = await page.evaluate(() => {
      const bottom = (part: string) => document.querySelector(part)?.getBoundingClientRect();
      return (bottom('.site-footer')?.top ?? 0) - (bottom('.card')?.bottom ?? 0);
    });
    expect(room).toBeGreaterThan(48);
    await close();
  });

  test('on a phone the details of a right-to-left search result are aligned with its title', async ({
    browser,
  }) => {
    const { page, close } = await open(browser, `/search?q=${encodeURIComponent('מקשיבים')}`);
    await page.setViewportSize({ width: 390, height: 844 });
    const found = page.locator('.search-results li', { has: page.locator('a[href="/blog/rtl"]') });
    const ends = await found.evaluate((post) => {
      const rightOf = (part: string) => post.querySelector(part)?.getBoundingClientRect().right;
      return { title: rightOf('h2'), facts: rightOf('.note > :first-child') };
    });
    expect(ends.facts).toBe(ends.title);
    await close();
  });

  test('a post shows all its parts', async ({ browser }) => {
    const { page, close } = await open(browser, '/blog/rich');
    const article = page.locator('main article').first();
    expect(await linkIn(page, 'Back to Blog')).toBe('/blog');
    expect(await heading(page, 1)).toEqual(['Everything at once']);
    expect(await article.getByRole('link', { name: 'Engineering' }).getAttribute('href')).toBe(
      '/blog/category/engineering',
    );
    expect(await article.getByRole('link', { name: 'Tools' }).getAttribute('href')).toBe('/blog/tag/tools');
    const head = await article.locator('header').textContent();
    for (const part of [
      'A post with all that a post can hold.',
      'Ada Author',
      'December 31, 2025',
      '2 min read',
    ]) {
      expect(head).toContain(part);
    }
    expect(await article.locator('footer').textContent()).toContain('Published December 31, 2025');
    expect(await article.locator('strong', { hasText: 'weight' }).count()).toBe(1);
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
    await close();
  });

  test('a printed post is dark on white, shows link targets and hides controls', async ({ browser }) => {
    const { page, close } = await open(browser, '/blog/rich');
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
    await close();
  });

  test("a post without a body says 'No content available...'", async ({ browser }) => {
    const { page, close } = await open(browser, '/blog/empty');
    expect(await page.locator('.prose').textContent()).toBe('No content available...');
    await close();
  });

  test("an unknown post answers 404 with 'Post Not Found' and a link back", async ({ browser }) => {
    const { page, status, close } = await open(browser, '/blog/none');
    expect(status).toBe(404);
    expect(await heading(page, 1)).toEqual(['Post Not Found']);
    expect(await page.title()).toBe(`Post not found · ${defaultWords.general.name}`);
    expect(await page.getByText('The requested post could not be found.').count()).toBe(1);
    expect(await linkIn(page, 'Return to Blog')).toBe('/blog');
    await close();
  });

  test('an unknown address answers 404, links to home and is logged', async ({ browser }) => {
    const { page, status, close } = await open(browser, '/no/such/page');
    expect(status).toBe(404);
    expect(await heading(page, 1)).toEqual(['Oops! Page not found']);
    expect(await linkIn(page, 'Return to Home')).toBe('/');
    await expect.poll(() => product.output()).toMatch(/"path":"\/no\/such\/page","status":404/);
    await close();
  });

  test('contact shows the form with its limits and the contact details', async ({ browser }) => {
    const { page, close } = await open(browser, '/contact');
    expect(await fieldsOf(page)).toEqual([
      { label: 'Name', name: 'name', kind: 'text', required: true },
      { label: 'Email', name: 'email', kind: 'email', required: true },
      { label: 'Subject', name: 'subject', kind: 'text', required: true },
      { label: 'Message', name: 'message', kind: 'textarea', required: true, rows: 6 },
    ]);
    expect(await page.locator('form').getAttribute('data-busy')).toBe('Sending...');
    expect(await linkIn(page, 'desk@firm.test')).toBe('mailto:desk@firm.test');
    const details = await page.locator('aside').textContent();
    for (const part of ['Las Vegas', 'Toronto', 'Sunshine Coast', 'Map Location'])
      expect(details).toContain(part);
    expect(await linkIn(page, social.label)).toBe(social.address);
    await close();
  });

  test('jv-program shows the application form', async ({ browser }) => {
    const { page, close } = await open(browser, '/jv-program');
    expect(await fieldsOf(page)).toEqual([
      { label: 'Name', name: 'name', kind: 'text', required: true },
      { label: 'Email', name: 'email', kind: 'email', required: true },
      { label: 'Phone', name: 'phone', kind: 'tel', required: false },
      { label: 'Industry', name: 'industry', kind: 'text', required: true },
      { label: 'Business Stage', name: 'businessStage', kind: 'select-one', required: true },
      { label: 'Funding to Date', name: 'fundingToDate', kind: 'text', required: false },
      { label: 'Problem Description', name: 'problemDescription', kind: 'textarea', required: true, rows: 5 },
    ]);
    expect(await page.locator('form').getAttribute('data-busy')).toBe('Submitting...');
    const options = await page
      .locator('select option')
      .evaluateAll((all) =>
        all.map(
          (option) => option instanceof HTMLOptionElement && [option.value, option.text, option.disabled],
        ),
      );
    expect(options).toEqual([
      ['', 'Select stage', true],
      ['idea', 'Idea Stage', false],
      ['building', 'Actively Building', false],
      ['startup', 'Startup', false],
      ['established', 'Established Business', false],
    ]);
    await close();
  });

  test.for(['privacy', 'terms', 'cookies'])('/%s shows its legal text', async (name, { browser }) => {
    const { page, status, close } = await open(browser, `/${name}`);
    expect(status).toBe(200);
    expect((await heading(page, 1)).map((text) => text.toLowerCase())).toEqual([name]);
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(200);
    await close();
  });

  test('both forms work without script: values are kept when invalid and cleared when stored', async ({
    browser,
  }) => {
    const { page, close } = await open(browser, '/contact');
    const form = page.locator('form');
    await form.evaluate((element) => element.setAttribute('novalidate', ''));
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Subject').fill('Hello');
    await page.getByLabel('Message').fill('Words.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.locator('#email-error').waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-describedby')).toContain('email-error');
    expect(await page.getByLabel('Message').inputValue()).toBe('Words.');

    await page.getByLabel('Email').fill('ada@firm.test');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText("Message sent successfully. We'll be in touch soon!", { exact: true }).waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('');

    // With keys alone: every Tab leads to the next field, and at last to the button.
    await page.goto(`${product.origin}/jv-program`);
    await page.getByLabel('Name').focus();
    for (const text of ['Ada', 'ada@firm.test', '', 'Ferries', 'Startup', '', 'Queues.']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    expect(await page.getByLabel('Business Stage').inputValue()).toBe('startup');
    await page.keyboard.press('Enter');
    await page
      .getByText("Application submitted successfully. We'll be in touch soon!", { exact: true })
      .waitFor();
    await close();
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

function fieldsOf(page: Page) {
  return page
    .locator('main form')
    .first()
    .evaluate((form) =>
      [
        ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
          'input, textarea, select',
        ),
      ]
        .filter((field) => field.labels?.length && !field.closest('[aria-hidden]'))
        .map((field) => ({
          label: field.labels?.[0]?.textContent,
          name: field.name,
          kind: field.type,
          required: field.required,
          ...(field instanceof HTMLTextAreaElement ? { rows: field.rows } : {}),
        })),
    );
}
