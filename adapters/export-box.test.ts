import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { OpenExport } from '#domain/imports/export-steps.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { useFolder } from '#tests/folder.ts';
import { hostileShapes } from '#tests/growth.ts';
import { isLong } from '#tests/long.ts';
import { pick, seededRandom } from '../scripts/seed/random.ts';
import { openBoxedExport } from './export-box.ts';
import { createTextBox } from './text-box.ts';

const folder = useFolder();
let files = 0;

async function open(content: string | Uint8Array, limits = {}): Promise<OpenExport> {
  const path = join(folder, `${(files += 1)}`);
  await writeFile(path, content);
  const source = await openBoxedExport(path, 'export', limits);
  onTestFinished(source.close);
  return source;
}

const planned = { key: '', kind: 'post', slug: 'a', path: '/blog/a', isThere: false, postId: null } as const;
const settings = { planned, site: '', timeZone: 'UTC', isDayFirst: false, now: new Date() };

/** The end of every text of an export: its failure, or the outcome of its row. */
async function endsOf(source: OpenExport): Promise<string[]> {
  const ends: string[] = [];
  for (;;) {
    const { items, isEnd } = await source.list(ends.length);
    for (const { failure, skipped } of items)
      ends.push(failure ?? skipped ?? (await endOf(source, ends.length).catch(({ message }) => message)));
    if (isEnd) return ends;
  }
}

async function endOf(source: OpenExport, index: number): Promise<string> {
  await source.needs(index);
  const { row } = await source.prepare(index, { images: new Map(), links: new Map() }, settings);
  return row.outcome === 'taken' ? row.outcome : row.reason;
}

const failed = 'This text takes too much time or memory to read, so it was left out.';

const ghost = (bodies: readonly string[]) => {
  const posts = bodies.map((html, id) => ({ id, title: 'A', slug: `s${id}`, html }));
  return JSON.stringify({ db: [{ data: { posts } }] });
};

test('a text that takes too much memory is one that failed, and those around it are read', async () => {
  const long = `<p>${'<i>word</i> '.repeat(24)}</p>`.repeat(1_900);
  const source = await open(ghost(['<p>a</p>', long, '<p>c</p>']), { heapMegabytes: 40 });
  expect(await endsOf(source)).toEqual(['taken', failed, 'taken']);
});

test('a file whose JSON needs too much memory is refused with a message', async () => {
  const rows = open(`{"db":[{"data":{"posts":[${'{},'.repeat(3_000_000)}{}]}}]}`, { heapMegabytes: 64 });
  await expect(rows).rejects.toThrow('This file takes too much time or memory to read.');
});

const random = seededRandom(52);
const integer = (below: number) => Math.floor(random() * below);
const oneOf = <Item>(all: readonly Item[]) => pick(random, all);

/** Words and marks of every reader in a random order; few texts are long. */
const text = () =>
  Array.from({ length: 1 + integer(5) }, () => oneOf(hostileShapes).make(1 + random() ** 6 * 30_000)).join(
    '',
  );

const cutOff = (file: string) => (integer(4) === 0 ? file.slice(0, integer(file.length)) : file);

const textsOfFile = 60;
const texts = () => Array.from({ length: textsOfFile }, text);

/** An export in a file or a folder, with texts of random marks; one in four is cut off. @returns its path */
async function generatedExport(): Promise<string> {
  const path = join(folder, `${(files += 1)}`);
  const isBroken = integer(4) === 0;
  const items = () =>
    texts().map((words, id) => `<item><title>${isBroken ? oneOf(['A', '<![CDATA[', '&#0;']) : 'A'}</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[${words}]]></content:encoded></item>`); // prettier-ignore
  switch (integer(3)) {
    case 0:
      await writeFile(path, cutOff(ghost(texts())));
      break;
    case 1:
      await writeFile(path, cutOff(`<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>${items().join('')}</channel></rss>`)); // prettier-ignore
      break;
    default:
      await mkdir(path);
      for (const [n, words] of texts().entries())
        await writeFile(join(path, `${n}.md`), cutOff(`---\ntitle: A\n${oneOf(['', 'tags: [a]\n', text()])}---\n\n${words}`)); // prettier-ignore
  }
  return path;
}

test('generated files and texts: each ends in a text or a message', { timeout: 3_600_000 }, async () => {
  const [fileCount, textCount] = isLong ? [120, 4_000] : [1, 20];
  const ends = new Map<string, number>();
  const count = (end: string) => ends.set(end, (ends.get(end) ?? 0) + 1);
  const errors: string[] = [];
  for (let n = 0; n < fileCount; n += 1) {
    try {
      const onError = (error: string) => void errors.push(error);
      const source = await openBoxedExport(await generatedExport(), undefined, { onError });
      for (const end of await endsOf(source)) count(end);
      await source.close();
    } catch (error) {
      if (!isDomainError(error)) throw error;
      count(error.message);
    }
  }
  const box = createTextBox();
  onTestFinished(box.close);
  for (let n = 0; n < textCount; n += 1) {
    const words = text();
    const agent = { kind: 'agent', markdown: words, stored: '<p>Stored.</p>' } as const;
    const job = oneOf([agent, { kind: 'clean', html: words }, { kind: 'markdown', html: words, isPublic: true }] as const); // prettier-ignore
    const end = await box.workOnText(job).catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
      return error.message;
    });
    expect(end).toBeTypeOf('string');
    count(job.kind);
  }
  expect(errors).toEqual([]);
  if (isLong) console.log([...ends].toSorted(([, one], [, other]) => other - one).slice(0, 12));
  expect([...ends.keys()].filter((end) => end.trim() === '')).toEqual([]);
});
