import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

import { readConfig } from '#server/settings/config.ts';
import { createOwner } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import { createOwnDatabase } from '#tests/database.ts';
import { listDifferences } from '#tests/list-differences.ts';
import { runProcess } from '#tests/process.ts';
import { project } from '#tests/project.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

/**
 * Files as version 1.0 left them on the machines of its owners: a backup, an export and a `.env`. Every later version restores,
 * migrates, imports and starts with them, and has the same texts at the same addresses. They are never made again:
 * docs/compatibility.md says what that promises.
 */
const folder = join(project, 'tests', 'first-version');
const at = (name: string) => join(folder, name);
const textsFile = z.record(z.string(), z.string());

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The status of every public page, and the digest of its Markdown, by its address. */
async function publicTexts({ origin }: RunningProduct): Promise<Record<string, string>> {
  const locationsAt = async (path: string) => {
    const xml = await (await fetch(origin + path)).text();
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  };
  const paths = (await locationsAt('/sitemap.xml')).toSorted();
  const texts: [string, string][] = [];
  for (const path of paths) {
    const answer = await fetch(origin + path);
    const twin = await fetch(`${origin + path}.md`);
    const text =
      twin.ok && path !== '/'
        ? (await twin.text())
            .replaceAll(origin, '')
            // 1.0 named the author of a text that has none Unknown; the line is left out since.
            .replace(/^(date: .*\n(?:category: .*\n)?updated: .*\n)(?!author:)/m, '$1author: Unknown\n')
            .replace(/^updated: .*\n/m, '')
        : '';
    texts.push([path, `${answer.status} ${digestOf(text)}`]);
  }
  return Object.fromEntries(texts);
}

const ofProduct = ({ database, dataDir }: RunningProduct) => ({
  DATABASE_URL: urlOf(database.connection),
  DATA_DIR: dataDir,
});

const texts = () => textsFile.parse(JSON.parse(readFileSync(at('texts.json'), 'utf8')));

test('the backup of 1.0 is restored, migrated and started with, and has the same texts', async () => {
  const database = await createOwnDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'af-first-'));
  onTestFinished(async () => {
    rmSync(dataDir, { recursive: true });
    await database.drop();
  });
  const env = { DATABASE_URL: urlOf(database.connection), DATA_DIR: dataDir };
  expect(await runProcess(['scripts/restore.ts', at('site.tar')], env)).toMatchObject({ code: 0 });
  const product = await startProduct(env, { database });
  onTestFinished(() => product.stop());
  const [now, before] = [await publicTexts(product), texts()];
  // A page that had no Markdown in 1.0 may have it since.
  for (const [path, text] of Object.entries(now))
    if (before[path]?.endsWith(digestOf(''))) now[path] = `${text.split(' ')[0]} ${digestOf('')}`;
  expect(now).toEqual(before);
  expect(await listDifferences(database.db)).toEqual([]);
});

test('the export of 1.0 is imported into an empty site, and has the same texts', async () => {
  const product = await startProduct();
  onTestFinished(() => product.stop());
  await createOwner(product);
  const args = ['scripts/import.ts', at('site.zip'), '--site-words', 'publish'];
  expect(await runProcess(args, ofProduct(product))).toMatchObject({ code: 0 });
  const imported = await publicTexts(product);
  const moved = Object.keys(imported).filter((path) => texts()[path] !== undefined && /\/.+\//.test(path));
  expect(moved.length).toBeGreaterThan(3);
  expect(Object.fromEntries(moved.map((path) => [path, imported[path]]))).toEqual(
    Object.fromEntries(moved.map((path) => [path, texts()[path]])),
  );
});

test('the .env of 1.0 is a valid configuration', () => {
  const lines = readFileSync(at('env'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('='));
  const env = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  expect(Object.keys(env).length).toBeGreaterThan(30);
  expect(() => readConfig(env)).not.toThrow();
});
