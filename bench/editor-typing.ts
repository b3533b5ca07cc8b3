/**
 * Time from a key press to the painted character in a long post, in a real browser: `node bench/editor-typing.ts`.
 * The build must be there. Prints one line of JSON; times are milliseconds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { chromium, type Page } from 'playwright-core';

import { findBrowser } from '#tests/browser-binary.ts';

const words = Number(process.argv[2] ?? 50_000);
const keys = 300;
const account = { email: 'bench@firm.test', password: 'correct horse battery' };

const dataDir = await mkdtemp(join(tmpdir(), 'anyforge-bench-'));
const product = spawn(process.execPath, ['server/main.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    RATE_LIMITS: 'off',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = new Promise((resolve) => product.once('exit', resolve));
const browser = await chromium.launch(await findBrowser());

try {
  const origin = await readyAt();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}/admin/login`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goto(`${origin}/admin/posts/new`);
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.waitFor();
  await content.evaluate((element, html) => {
    (
      element as unknown as { editor: { commands: { setBody: (html: string) => void } } }
    ).editor.commands.setBody(html);
  }, longBody(words));
  const results: Record<string, unknown> = { words, keys };
  for (const place of ['start', 'middle', 'end'] as const) results[place] = await measureAt(page, place);
  process.stdout.write(`${JSON.stringify(results)}\n`);
} finally {
  await browser.close();
  product.kill('SIGTERM');
  await exited;
  await rm(dataDir, { recursive: true, force: true });
}

/** Types at a person's speed and measures, for each key, the time until the frame that shows it has been painted. */
async function measureAt(page: Page, place: 'start' | 'middle' | 'end') {
  await page.getByRole('textbox', { name: 'Content' }).evaluate((element, where) => {
    const { editor } = element as unknown as {
      editor: {
        state: {
          doc: { content: { size: number }; resolve: (at: number) => { end: (depth: number) => number } };
        };
        chain: () => { focus: (at: number) => { scrollIntoView: () => { run: () => void } } };
      };
    };
    const { doc } = editor.state;
    const near = { start: 5, middle: Math.floor(doc.content.size / 2), end: doc.content.size - 5 }[where];
    editor.chain().focus(doc.resolve(near).end(1)).scrollIntoView().run();
    const timings: number[] = [];
    Object.assign(window, { timings });
    element.addEventListener('keydown', (event) => {
      const pressed = event.timeStamp;
      // A task after the frame: the character is on the screen.
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => timings.push(performance.now() - pressed));
        channel.port1.start();
        channel.port2.postMessage(null);
      });
    });
  }, place);
  await sleep(1000);
  for (let n = 0; n < keys; n += 1) {
    await page.keyboard.press(n % 6 === 5 ? 'Space' : 'abcdefghij'.charAt(n % 10));
    await sleep(60 + (n % 7) * 10);
  }
  const timings = await page.evaluate(() => (window as unknown as { timings: number[] }).timings);
  await page.getByRole('textbox', { name: 'Content' }).evaluate((element) => element.replaceWith(element));
  const sorted = timings.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
  return { n: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

/** The elements of a real post: paragraphs, headings, lists, code, links. */
function longBody(count: number): string {
  const message =
    'The quick brown fox jumps over the lazy dog while seven wizards quietly box in the old harbour. ';
  const paragraph = `<p>${message.repeat(3)}<strong>${message}</strong>${message}<a href="https://example.org/">A link</a>.</p>`;
  const wordsOfSection = 18 * 5 * 4 + 60;
  const section = `<h2>A heading of this part</h2>${paragraph.repeat(4)}<ul><li>One thing</li><li>Another thing</li></ul><pre><code class="language-rust">fn main() {}\n</code></pre>`;
  return section.repeat(Math.ceil(count / wordsOfSection));
}

async function readyAt(): Promise<string> {
  let output = '';
  product.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  for (let waited = 0; waited < 60_000; waited += 50) {
    const origin = /Ready at (\S+)/.exec(output)?.[1];
    if (origin !== undefined) return origin;
    await sleep(50);
  }
  throw new Error(`The product did not start:\n${output}`);
}
