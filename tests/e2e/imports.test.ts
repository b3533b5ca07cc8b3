import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from 'vitest';

import { type RunningProduct, startProduct } from '#tests/product.ts';
import { expectSound } from './accessibility.ts';
import { expectQuiet, test } from './browser.ts';
import { visitAsWriter, writerSettings } from './editor-page.ts';

let product: RunningProduct;
let folder = '';

beforeAll(async () => {
  product = await startProduct(writerSettings);
  folder = await mkdtemp(join(tmpdir(), 'anyforge-import-'));
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

test('an export is checked, imported, reported and undone on its screen', async ({ browser }) => {
  const file = join(folder, 'first.md');
  const front = 'title: Moved in\ndate: 2024-05-06\nauthor: Ada Byron\naliases: [/2024/first]';
  await writeFile(
    file,
    `---\n${front}\n---\nWords. ![Away](http://127.0.0.1:9/a.png)\n\n<marquee>x</marquee>\n`,
  );
  const broken = join(folder, 'broken.xml');
  await writeFile(broken, '<rss>nothing</rss>');

  const uploads = join(product.dataDir, 'imports');
  await mkdir(uploads, { recursive: true });
  await writeFile(join(uploads, 'of-last-week'), '');
  const longAgo = Date.now() / 1000 - 8 * 86_400;
  await utimes(join(uploads, 'of-last-week'), longAgo, longAgo);

  const visitor = await visitAsWriter(browser, product.origin);
  const { page } = visitor;
  await page.goto(`${product.origin}/admin/posts`);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByLabel('Export file').setInputFiles(broken);
  await page.getByRole('alert').getByText('This is no export that can be read.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('The file was discarded.').waitFor();
  expect(await readdir(uploads)).toEqual([]);

  await page.getByLabel('Export file').setInputFiles(file);
  const row = page.getByRole('row').filter({ hasText: 'Moved in' });
  await row.getByText('/blog/first').waitFor();
  expect(await row.innerText()).toMatch(/<marquee>: only its words were taken/);
  expect(await page.getByRole('list', { name: 'Authors' }).innerText()).toBe('Ada Byron is a new author');
  expect((await fetch(`${product.origin}/blog/first`)).status).toBe(404);
  await expectSound(page, 'a checked import');

  await page.getByRole('button', { name: 'Import 1 text' }).click();
  await page.getByText('1 imported').waitFor();
  await row.getByText('http://127.0.0.1:9/a.png: Its address is not on the public web.').waitFor();
  expect((await fetch(`${product.origin}/blog/first`)).status).toBe(200);
  expect((await fetch(`${product.origin}/2024/first/`)).url).toBe(`${product.origin}/blog/first`);
  const report = await page.request.get(
    String(await page.getByRole('link', { name: 'Report as CSV' }).getAttribute('href')),
  );
  expect(await report.text()).toContain('Moved in');

  await page.getByRole('button', { name: 'Try missing images again' }).click();
  await page.getByText('The missing images are tried again.').waitFor();
  const states = async () => product.database.db.selectFrom('imports').select('state').execute();
  await expect.poll(states).toEqual([{ state: 'imported' }]);
  await page.reload();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('The import was undone: 1 text deleted.').waitFor();
  expect((await fetch(`${product.origin}/blog/first`)).status).toBe(410);
  expectQuiet(visitor);
});
