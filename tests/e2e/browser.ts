import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from 'playwright-core';
import { afterAll, test as base, expect } from 'vitest';

import { isLong } from '#tests/long.ts';
import { findBrowser } from '#tests/browser-binary.ts';

/** The narrowest that WCAG asks for. */
export const narrow = { width: 320, height: 640 };
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/**
 * A page of a short test is left before what compiling its scripts for speed has cost comes back. And nothing is drawn that
 * a process of its own would keep from the others.
 */
const sparing = isLong
  ? []
  : ['--in-process-gpu', '--js-flags=--no-turbofan --no-maglev --no-sparkplug --no-compile-hints-magic'];

/** Brotli at its tightest takes a new product more than a second of work for the scripts of one screen. */
const extraHTTPHeaders = { 'accept-encoding': 'gzip' };

async function launchOptions() {
  const { executablePath, args, env } = await findBrowser();
  return { executablePath, args: [...args, ...sparing], env };
}

export const launchBrowser = async (): Promise<Browser> => chromium.launch(await launchOptions());

/** A browser with a profile on disk, which survives it, and a way to end it as a power cut would. */
export async function launchProfile(
  folder: string,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; kill: () => Promise<void> }> {
  const context = await chromium.launchPersistentContext(folder, {
    ...(await launchOptions()),
    extraHTTPHeaders,
    viewport: desktop,
    ...options,
  });
  const browser = context.browser();
  if (!browser) throw new Error('A persistent context has a browser.');
  const session = await browser.newBrowserCDPSession();
  return {
    context,
    kill: async () => {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      const closed = new Promise((resolve) => context.once('close', resolve));
      for (const { type, id } of processInfo) if (type === 'browser') process.kill(id, 'SIGKILL');
      await closed;
    },
  };
}

export type Visit = {
  page: Page;
  /** Complaints of the page: errors in the console, exceptions, violations of its policy. */
  complaints: string[];
  close: () => Promise<void>;
};

type Kept = Visit & {
  session: CDPSession;
  origins: Set<string>;
  kind: string;
  isFree: boolean;
  isChanged: boolean;
  isStaying: boolean;
};

/**
 * A page stays open from visit to visit, and with it the process that has compiled the scripts: a new one costs more than
 * what most tests do on it. What a visit leaves behind is cleared. A page that was changed for good is closed.
 */
let kept: Kept[] = [];

/** Complaints of closed or cleared pages since the test began. */
const heard: string[] = [];

/**
 * Complaints that are none: an answer had the status that the test is about, a request came to nothing because the test cut
 * it off, and an answer of the router's was cut off. React Router takes the first line of an answer and leaves the promise
 * of its end to itself; a navigation that begins between the two cuts the answer off, and that promise fails unheard.
 */
const harmless =
  /the server responded with a status of (?:4\d\d|503)|net::ERR_(?:FAILED|INTERNET_DISCONNECTED|CONNECTION_RE(?:SET|FUSED))$|^exception: BodyStreamBuffer was aborted$/;

/** The one of this process; a file of tests has it before its first test. */
let browser: Browser;

/** A visitor as on the first day: no cookies, no storage. */
export async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
  const { viewport = desktop, colorScheme = 'light', reducedMotion = 'no-preference', ...others } = options;
  const kind = JSON.stringify(others);
  let visitor = kept.find((one) => one.isFree && one.kind === kind);
  if (!visitor) {
    const free = kept.find(({ isFree }) => isFree);
    if (free && kept.length > 3) await discard(free);
    visitor = await openPage(others, kind);
    kept.push(visitor);
  }
  const { page, complaints } = visitor;
  visitor.isFree = false;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion, media: null });
  complaints.length = 0;
  return visitor;
}

async function openPage(options: BrowserContextOptions, kind: string): Promise<Kept> {
  const context = await browser.newContext({ extraHTTPHeaders, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  await page.exposeFunction('reportViolation', (what: string) => void complaints.push(`violation: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { reportViolation: (what: string) => void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  // Firefox warns of it in its console.
  await page.addInitScript(() => {
    const { getElementById } = Document.prototype;
    Document.prototype.getElementById = function find(id: string) {
      if (id === '') console.error('An element is looked for by an empty id.');
      return getElementById.call(this, id);
    };
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  const visitor: Kept = {
    page,
    complaints,
    session: await context.newCDPSession(page),
    origins: new Set(),
    kind,
    isFree: false,
    isChanged: false,
    isStaying: false,
    close: () => clear(visitor),
  };
  page.on('close', () => (visitor.isChanged = true));
  page.on('domcontentloaded', () => visitor.origins.add(new URL(page.url()).origin));
  for (const [owner, name] of [
    [page, 'addInitScript'],
    [page, 'exposeFunction'],
    [page.clock, 'install'],
    [context, 'newCDPSession'],
  ] as const) {
    const method: unknown = Reflect.get(owner, name);
    if (typeof method !== 'function') throw new Error(`${name} is a method.`);
    Reflect.set(owner, name, (...args: unknown[]) => {
      visitor.isChanged = true;
      return Reflect.apply(method, owner, args);
    });
  }
  return visitor;
}

/**
 * One page for several tests of a file, each of which begins where the one before has left it; opened anew after a test
 * that failed.
 */
export function usePage<T extends { page: Page }>(open: () => Promise<T>): () => Promise<T> {
  let opened: T | undefined;
  const visitOf = (page: Page) => kept.find((one) => one.page === page);
  afterAll(() => opened && visitOf(opened.page)?.close());
  return async () => {
    if (!opened || opened.page.isClosed()) opened = await open();
    const visitor = visitOf(opened.page);
    if (visitor) visitor.isStaying = true;
    return opened;
  };
}

/** Makes a page ready for its next visit. */
async function clear(visitor: Kept): Promise<void> {
  const { page, complaints, session, origins, isFree, isChanged } = visitor;
  visitor.isStaying = false;
  if (isFree || !kept.includes(visitor)) return;
  heard.push(...complaints.splice(0));
  if (isChanged) return discard(visitor);
  const context = page.context();
  // Nothing that the page does when it is left reaches the product.
  await context.setOffline(true);
  for (const name of ['dialog', 'request', 'response', 'framenavigated'] as const)
    page.removeAllListeners(name);
  for (const one of context.pages()) if (one !== page) await one.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => sessionStorage.clear()).catch(() => {});
  // The page itself goes there: for an address from outside, the browser would take another process.
  await page.evaluate(() => location.replace('about:blank')).catch(() => {});
  await page.waitForURL('about:blank');
  for (const origin of origins)
    if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  origins.clear();
  await context.clearCookies();
  await context.setOffline(false);
  visitor.isFree = true;
}

async function discard(visitor: Kept): Promise<void> {
  kept = kept.filter((one) => one !== visitor);
  await visitor.page.context().close();
}

/**
 * A test with the one browser of its process, whose pages must not complain: what is meant to be heard is taken out of
 * `complaints`. One that fails also tells what its pages were showing; what it has opened is closed or cleared at its end.
 */
export const test = base.extend<{ $worker: { browser: Browser }; $test: { pages: void } }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  pages: [
    // oxlint-disable-next-line no-unused-vars -- it is there before the test
    async ({ browser: _, task }, use) => {
      heard.length = 0;
      await use();
      if (task.result?.state === 'fail') {
        const open = kept.filter(({ isFree }) => !isFree);
        const shown = await Promise.all(open.flatMap(({ page }) => page.context().pages().map(shownBy)));
        for (const error of task.result.errors ?? []) {
          error.message += `\n${shown.join('\n')}`;
          error.stack = `${error.stack ?? ''}\n${shown.join('\n')}`;
        }
        for (const visitor of open) await discard(visitor);
      }
      for (const visitor of kept) {
        if (visitor.isStaying) heard.push(...visitor.complaints.splice(0));
        else await clear(visitor);
      }
      if (task.result?.state !== 'fail') expect(heard.filter((text) => !harmless.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A test that only the run of the tests that take minutes has. */
export const long = test.runIf(isLong);

/** The address and the words of a page, as far as it still answers. */
async function shownBy(page: Page): Promise<string> {
  const words = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch((error: unknown) => String(error));
  return `${page.url()} showed: ${words.replaceAll(/\s+/g, ' ').slice(0, 1500)}`;
}

/** The accessible name that the element with the focus is given by `aria-label`. */
export function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
}
