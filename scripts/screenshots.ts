import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';
import sharp from 'sharp';

import { findBrowser } from '#tests/browser-binary.ts';
import { startProcess } from '#tests/process.ts';
import { runCommand } from './command.ts';

/** Takes the screenshots of README.md from the build with demonstration content in a temporary database. */

const folder = join(import.meta.dirname, '..', 'docs', 'images');
const size = { width: 1280, height: 800 };
const account = { email: 'ada@firm.example', password: 'only for the screenshots' };

await runCommand('Usage: npm run screenshots takes the screenshots of README.md again.', async () => {
  parseArgs({ options: {} });
  const dataDir = await mkdtemp(join(tmpdir(), 'anyforge-screenshots-'));
  const env = { NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0' };
  const product = startProcess(['server/main.mjs'], {
    ...env,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  });
  try {
    const origin = await product.until(/Ready at (\S+)/);
    const seed = startProcess(['scripts/seed/main.ts', '--posts', '24', '--views', '5000'], env);
    if ((await seed.exited) !== 0) throw new Error(seed.output());
    await mkdir(folder, { recursive: true });
    await takeScreenshots(origin);
  } finally {
    product.signal('SIGTERM');
    await product.exited;
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function takeScreenshots(origin: string): Promise<void> {
  const browser = await chromium.launch(await findBrowser());
  try {
    const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce', baseURL: origin });
    const take = async (path: string, name: string) => {
      await page.goto(path, { waitUntil: 'networkidle' });
      const file = join(folder, `${name}.webp`);
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(file);
      console.log(file);
    };
    await take('/', 'public-site');
    await page.request.post('/api/auth/sign-in/email', { headers: { origin }, data: account });
    await page.goto('/admin/posts');
    const edit = await page.locator('main a[href*="/admin/posts/edit/"]').first().getAttribute('href');
    await take(edit ?? '/admin/posts', 'editor');
  } finally {
    await browser.close();
  }
}
