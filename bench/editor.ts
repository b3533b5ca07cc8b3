/**
 * `npm run bench -- editor [RUNS]`: the editor with very large posts in a real browser, on a product of its own. For each
 * kind of post the time to open it and, at its start, middle and end, the time from a key press to the painted
 * character, and the CPU time that the page's main thread takes for it; then the time to paste 10,000 words and 5 MB; and
 * on a processor slowed down four times, with nothing cached, the time until the first character of a new post stands.
 * Minimum and median over the runs, in milliseconds, with the load of the machine: with other work on it only the CPU
 * time and the minimum say something about the editor.
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { chromium, type BrowserContext, type Locator, type Page } from 'playwright-core';

import { findBrowser } from '#tests/browser-binary.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { bodyOfFootnotes, bodyOfImages, bodyOfTable, bodyOfWords } from '#tests/large-bodies.ts';
import { createPost } from '#tests/post-forms.ts';
import { account, startOwnProduct } from './own-product.ts';
import { percentile, spreadOf } from './statistics.ts';

const runs = Number(process.argv[2] ?? 3);
/** For each place of each post. */
const keys = 100;

const posts = {
  '50,000 words': bodyOfWords(50_000),
  '2,000 images': bodyOfImages(2_000),
  '500 footnotes': bodyOfFootnotes(500),
  'table of 50 × 200': bodyOfTable(50, 200),
};
const pastes = {
  'paste of 10,000 words': bodyOfWords(10_000),
  'paste of 5 MB': bodyOfWords(50_000).repeat(20).slice(0, 5_000_000),
};

const results = new Map<string, number[]>();
const note = (what: string, milliseconds: number) =>
  results.set(what, [...(results.get(what) ?? []), milliseconds]);
const loads: number[] = [];

const product = await startOwnProduct();
const browser = await chromium.launch(await findBrowser());
const screen = { viewport: { width: 1440, height: 900 }, baseURL: product.origin };
try {
  const ctx = await contextAs(product.db.db, 'editor');
  const ids = new Map<string, string>();
  for (const [name, content] of Object.entries(posts))
    ids.set(name, (await createPost(ctx, newPost({ title: name, content }))).id);

  const page = await browser.newPage(screen);
  // Text typed for the measurement is left.
  page.on('dialog', (asked) => void asked.accept());
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Time of the page's main thread, in milliseconds. */
  const cpuTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };

  for (let run = 0; run < runs; run += 1) {
    loads.push(loadavg()[0] ?? Number.NaN);
    for (const [name, id] of ids) {
      note(`${name}: open`, await timeToOpen(page, id));
      for (const place of ['start', 'middle', 'end'] as const) {
        const before = await cpuTime();
        const timings = await timeKeys(page, place);
        note(`${name}: key at the ${place}, CPU`, ((await cpuTime()) - before) / keys);
        note(`${name}: key at the ${place}, p50`, percentile(timings, 0.5));
        note(`${name}: key at the ${place}, p95`, percentile(timings, 0.95));
        note(`${name}: key at the ${place}, p99`, percentile(timings, 0.99));
      }
    }
    for (const [name, html] of Object.entries(pastes)) note(name, await timePaste(page, html));
    note('first character of a new post, slowed down four times', await timeToFirstCharacter(page.context()));
  }
  report();
} finally {
  await browser.close();
  await product.stop();
}

/** From the navigation to the frame in which the text can be typed into. */
async function timeToOpen(page: Page, id: string): Promise<number> {
  await page.goto(`/admin/posts/edit/${id}`, { waitUntil: 'commit' });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () =>
          document.querySelector('.rich-text[contenteditable="true"]')
            ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
            : requestAnimationFrame(look);
        look();
      }),
  );
}

/**
 * From the navigation until a character that is typed as soon as there is a text stands in it, with the processor slowed
 * down four times, in a browser that has nothing cached and no text of before.
 */
async function timeToFirstCharacter(signedIn: BrowserContext): Promise<number> {
  const context = await browser.newContext({ ...screen, storageState: await signedIn.storageState() });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/admin/posts/new', { waitUntil: 'commit' });
  // Not by Playwright's selectors: on a slow processor their own script takes a third of a second of the page's time.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const text = document.querySelector<HTMLElement>('.rich-text[contenteditable="true"]');
          text?.focus();
          if (text) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.keyboard.press('a');
  const taken = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () =>
          document.querySelector('.rich-text')?.textContent?.includes('a')
            ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
            : requestAnimationFrame(look);
        look();
      }),
  );
  await context.close();
  return taken;
}

/** Types at a person's speed and measures, for each key, the time until the frame that shows it has been painted. */
async function timeKeys(page: Page, place: 'start' | 'middle' | 'end'): Promise<number[]> {
  await contentOf(page).evaluate((element, where) => {
    const { editor } = element as unknown as {
      editor: {
        state: { doc: { content: { size: number } } };
        chain: () => { focus: (at: number) => { scrollIntoView: () => { run: () => void } } };
      };
    };
    const { size } = editor.state.doc.content;
    const at = { start: 5, middle: Math.floor(size / 2), end: size - 5 }[where];
    editor.chain().focus(at).scrollIntoView().run();
    const timings: number[] = [];
    const listener = (event: Event) => {
      const pressed = event.timeStamp;
      // A task after the frame: the character is on the screen.
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => timings.push(performance.now() - pressed));
        channel.port1.start();
        channel.port2.postMessage(null);
      });
    };
    element.addEventListener('keydown', listener);
    Object.assign(window, { timings, stop: () => element.removeEventListener('keydown', listener) });
  }, place);
  await sleep(500);
  for (let n = 0; n < keys; n += 1) {
    await page.keyboard.press(n % 6 === 5 ? 'Space' : 'abcdefghij'.charAt(n % 10));
    await sleep(50 + (n % 5) * 10);
  }
  return page.evaluate(() => {
    const { timings, stop } = window as unknown as { timings: number[]; stop: () => void };
    stop();
    return timings;
  });
}

/** The paste of HTML into an empty text, until it has been painted. */
async function timePaste(page: Page, html: string): Promise<number> {
  await page.goto('/admin/posts/new');
  const content = contentOf(page);
  await content.click();
  return content.evaluate(
    (element, pasted) =>
      new Promise<number>((resolve) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', pasted);
        const started = performance.now();
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
      }),
    html,
  );
}

function contentOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Content' });
}

function report(): void {
  const load = spreadOf(loads);
  console.log(
    `\n${runs} runs, ${keys} keys at each place; ${cpus().length} cores, load ${load.min.toFixed(1)} to ${load.max.toFixed(1)}\n`,
  );
  const width = Math.max(...[...results.keys()].map(({ length }) => length));
  console.log(`${''.padEnd(width)}  ${'min'.padStart(7)}  ${'median'.padStart(7)}  ms`);
  for (const [what, samples] of results) {
    const { min, median } = spreadOf(samples);
    console.log(`${what.padEnd(width)}  ${min.toFixed(1).padStart(7)}  ${median.toFixed(1).padStart(7)}`);
  }
}
