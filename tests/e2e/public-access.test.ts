import { beforeAll, describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { sql } from 'kysely';

import { createPost } from '#domain/posts/create-post.ts';
import { createOwner } from '#tests/client.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { photograph } from '#tests/image-files.ts';
import { fillPublicSite } from '#tests/public-site.ts';
import { isLong } from '#tests/long.ts';
import { useProduct } from '#tests/product.ts';
import { upload } from '#tests/uploads.ts';
import { expectSound } from './accessibility.ts';
import { test, visit } from './browser.ts';

const product = useProduct();

/** A page, and what a visitor has done on it. */
type State = { path: string; done?: string; prepare?: (page: Page) => Promise<void> };

const refuse = (button: string) => async (page: Page) => {
  await page.locator('form[data-busy]').evaluate((form) => form.setAttribute('novalidate', ''));
  await page.getByRole('button', { name: button }).click();
  await page.locator('.error').first().waitFor();
};
const store = async (page: Page) => {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@firm.test');
  await page.getByLabel('Subject').fill('Hello');
  await page.getByLabel('Message').fill('Words.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.locator('.notice.ok').waitFor();
};
const lose = async (page: Page) => {
  await page.route('**/contact', (route) => route.abort());
  await page.locator('main form').evaluate((form) => form.setAttribute('novalidate', ''));
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByRole('alert').waitFor();
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
/** Of every kind, which `npm test` takes. */
const shortStates: State[] = [
  ...statesOf('/ /blog/rich /authors/ada-author /work /work/long-work /search?q=post'),
  { path: '/contact', done: 'refused', prepare: refuse('Send Message') },
];
const otherStates: State[] = [
  ...statesOf(`
    /about /blog /blog?page=2 /blog/category/engineering /blog/tag/tools /search /search?q=ada /search?q=pots
    /search?q=zzyzx /blog/long-words /blog/rtl /blog/empty /blog/broken-image /blog/captioned /blog/none
    /work/bare-work /contact /jv-program /newsletter /newsletter/confirm?token=x /newsletter/unsubscribe?token=x
    /preview/none /privacy /terms /cookies /nowhere`),
  { path: '/contact', done: 'stored', prepare: store },
  { path: '/contact', done: 'failed', prepare: lose },
  { path: '/jv-program', done: 'refused', prepare: refuse('Submit Application') },
  { path: '/blog', done: 'refused', prepare: refuse('Subscribe') },
  { path: '/blog', done: 'stored', prepare: subscribe },
];
const failedStates = statesOf('/ /blog /blog/category/engineering /blog/post-1 /search?q=post');

/** A post whose image has words of its own below it. */
async function publishCaptioned(): Promise<void> {
  const owner = await createOwner(product);
  const { body } = await upload(owner, await photograph(1600, 1000), {
    query: '?alt=Two%20cranes%20over%20a%20harbour',
  });
  const { db } = product.database;
  await db.updateTable('images').set({ caption: 'The harbour at dawn, before the first ferry.' }).execute();
  const fields = { slug: 'captioned', title: 'With an image', published: 'true', publishDay: '2026-01-09' };
  await createPost(await contextAs(db, 'editor'), newPost({ ...fields, featuredImage: body.src }));
}

async function expectSoundState({ path, done = '', prepare }: State) {
  const { page } = await visit({ reducedMotion: 'reduce' });
  await page.goto(product.origin + path);
  await prepare?.(page);
  await expectSound(page, `${path} ${done}`);
}

describe('before anything was published', () => {
  test.for(isLong ? emptyStates : emptyStates.slice(1))('axe: $path', expectSoundState);
});

describe('a site in use', () => {
  beforeAll(async () => {
    await fillPublicSite(product.database.db);
    await publishCaptioned();
  });

  test.for(isLong ? [...shortStates, ...otherStates] : shortStates)('axe: $path', expectSoundState);

  test.for(
    isLong ? ['/', '/about', '/blog', '/blog/rich', '/contact', '/jv-program', '/nowhere'] : ['/contact'],
  )(
    'Tab through %s starts at the skip link and every focused element is visible below the header',
    async (path) => {
      for (const viewport of [
        { width: 1280, height: 720 },
        { width: 320, height: 568 },
      ]) {
        const { page, close } = await visit({ viewport, reducedMotion: 'reduce' });
        await page.goto(product.origin + path);
        const stops = await page.evaluate(
          () =>
            document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')
              .length,
        );
        const seen: string[] = [];
        for (let key = 0; key < stops + 5; key += 1) {
          await page.keyboard.press('Tab');
          const stop = await page.evaluate(stopOf);
          if (stop === null) break;
          seen.push(stop.name);
          expect(stop.problems, `${path}, ${viewport.width} px, stop ${seen.length}: ${stop.name}`).toEqual(
            [],
          );
        }
        expect(seen[0]).toBe('Skip to content');
        expect(seen.length).toBeGreaterThan(10);
        expect(seen.at(-1)).toBe('Cookies');
        await close();
      }
    },
  );

  test('the skip link moves the focus to the content', async () => {
    const { page } = await visit();
    await page.goto(`${product.origin}/blog`);
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
      const { page } = await visit({
        viewport: { width: 360, height: 740 },
        reducedMotion: 'reduce',
      });
      await page.goto(product.origin + path);
      for (const css of [
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
        ':root { font-size: 200% !important }',
      ]) {
        await page.evaluate((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [sheet];
        }, css);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), css).toBe(360);
        expect(await page.evaluate(cutOff), css).toEqual([]);
      }
    },
  );
});

describe('while posts cannot be read', () => {
  beforeAll(async () => {
    // No page is kept from before.
    const restart = await product.kill();
    await restart();
    await sql`alter table blog_posts rename to blog_posts_away`.execute(product.database.db);
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
