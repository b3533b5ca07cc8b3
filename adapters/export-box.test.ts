import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { OpenExport } from '#domain/imports/export-steps.ts';
import { useFolder } from '#tests/folder.ts';
import { openBoxedExport } from './export-box.ts';

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
