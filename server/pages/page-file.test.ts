import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createPageFile } from './page-file.ts';

async function start({ directory, maximumBytes = 100 }: { directory?: string; maximumBytes?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'page-file-'));
  const lost: { name: string }[] = [];
  const file = createPageFile<{ name: string }>({
    directory: directory ?? folder,
    maximumBytes,
    onLost: (owner) => lost.push(owner),
  });
  onTestFinished(async () => {
    await file.close();
    await rm(folder, { recursive: true });
  });
  return { file, lost };
}

test('the oldest bodies give way to new ones, and the others can still be read', async () => {
  const { file, lost } = await start();
  const owners = Array.from({ length: 200 }, (_, n) => ({ name: `page ${n}` }));
  for (const [n, owner] of owners.entries()) {
    expect(await file.write(owner, Buffer.alloc(7 + (n % 5) * 6, n))).toBe(true);
    const there = owners.slice(0, n + 1).filter((one) => file.has(one));
    expect([...lost, ...there]).toEqual(owners.slice(0, n + 1));
    expect(there.length).toBeGreaterThan(Math.min(n, 2));
    for (const one of there) {
      const number = owners.indexOf(one);
      expect(await file.read(one)).toEqual(Buffer.alloc(7 + (number % 5) * 6, number));
    }
  }
  await expect(file.read({ name: 'never written' })).rejects.toThrow('not in the file');
});

test('a body that was written more slowly than the next one gives way in its turn', async () => {
  const long = Buffer.alloc(30_000_000, 1);
  const { file, lost } = await start({ maximumBytes: long.byteLength + 10 });
  const first = { name: 'first' };
  const slow = { name: 'slow' };
  const quick = { name: 'quick' };
  await file.write(first, Buffer.from('1'));
  await Promise.all([file.write(slow, long), file.write(quick, Buffer.from('quick'))]);
  await file.write({ name: 'next' }, Buffer.from('over the slow one'));
  expect(lost).toEqual([first, slow]);
  await expect(file.read(slow)).rejects.toThrow('not in the file');
  expect(String(await file.read(quick))).toBe('quick');
});

test('a folder that cannot be written to holds nothing', async () => {
  const { file } = await start({ directory: '/nowhere/at/all' });
  expect(await file.write({ name: 'page' }, Buffer.from('body'))).toBe(false);
});
