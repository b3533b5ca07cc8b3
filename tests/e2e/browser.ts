import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { test as base, expect } from 'vitest';

import { isLong } from '#tests/long.ts';
import { findBrowser } from '#tests/browser-binary.ts';

/** The narrowest that WCAG asks for. */
export const narrow = { width: 320, height: 640 };
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await findBrowser();
  return chromium.launch({ executablePath, args, env });
}

/** A browser with a profile on disk, which survives it, and a way to end it as a power cut would. */
export async function launchProfile(
  folder: string,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; kill: () => Promise<void> }> {
  const { executablePath, args, env } = await findBrowser();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args,
    env,
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
  /** What the page complained about: errors in the console, exceptions, violations of its policy. */
  complaints: string[];
  close: () => Promise<void>;
};

/** A fresh visitor: no cookies, no storage. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: desktop, ...options });
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
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  return { page, complaints, close: () => context.close() };
}

/**
 * Complaints other than two that are none: the browser's note that an answer had the status that the test is about, and an
 * answer of the router's that was cut off. React Router takes the first line of an answer and leaves the promise of its
 * end to itself; a navigation that begins between the two cuts the answer off, and that promise fails unheard.
 */
export function expectQuiet({ complaints }: Visit): void {
  const own = /the server responded with a status of 4\d\d|^exception: BodyStreamBuffer was aborted$/;
  expect(complaints.filter((text) => !own.test(text))).toEqual([]);
}

/**
 * A test with the one browser of its process. One that fails also tells what its pages were showing; what it has opened is
 * closed at its end.
 */
export const test = base.extend<{ $worker: { browser: Browser }; $test: { pages: void } }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({ browser, task }, use) => {
      await use();
      const contexts = browser.contexts();
      if (task.result?.state === 'fail') {
        const shown = await Promise.all(contexts.flatMap((context) => context.pages().map(shownBy)));
        for (const error of task.result.errors ?? []) {
          error.message += `\n${shown.join('\n')}`;
          error.stack = `${error.stack ?? ''}\n${shown.join('\n')}`;
        }
      }
      await Promise.all(contexts.map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** A test that only the run of the tests that take minutes has. */
export const longTest = test.runIf(isLong);

/** The address and the words of a page, as far as it still answers. */
async function shownBy(page: Page): Promise<string> {
  const words = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch((error: unknown) => String(error));
  return `${page.url()} showed: ${words.replaceAll(/\s+/g, ' ').slice(0, 1500)}`;
}
