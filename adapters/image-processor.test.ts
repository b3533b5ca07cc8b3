import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { photograph } from '#tests/image-files.ts';
import { createImageProcessor } from './image-processor.ts';

let folder: string;
let photo: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anyforge-image-processor-'));
  photo = join(folder, 'photo.jpg');
  await writeFile(photo, await photograph(1200, 900));
});
afterAll(() => rm(folder, { recursive: true }));

const into = (name: string) => join(folder, name);

test('an image that takes too long is refused, its process ends, and the next one is made', async () => {
  const hasty = createImageProcessor({ workers: 1, milliseconds: 1 });
  const unlimited = createImageProcessor({ workers: 1 });
  try {
    await expect(hasty.prepare(photo, into('never'))).rejects.toMatchObject({
      kind: 'invalid',
      message: 'This image takes too long to read, so it cannot be used.',
    });
    expect(readdirSync(folder)).not.toContain('never');
    expect(await unlimited.prepare(photo, into('there'))).toMatchObject({
      type: 'jpg',
      width: 1200,
      height: 900,
    });
  } finally {
    await Promise.all([hasty.close(), unlimited.close()]);
  }
});

test('more than may wait are told that it is busy; what is closed takes nothing', async () => {
  const processor = createImageProcessor({ workers: 1, waiting: 1 });
  const asked = ['a', 'b', 'c', 'd'].map((name) => processor.prepare(photo, into(name)));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(outcomes[3]).toMatchObject({ reason: { reason: 'busy' } });
  await processor.close();
  await expect(processor.prepare(photo, into('e'))).rejects.toMatchObject({ reason: 'busy' });
});

test('a folder that cannot be written is reported as unavailable, not as a bad image', async () => {
  const processor = createImageProcessor({ workers: 1 });
  try {
    await expect(processor.prepare(photo, join(folder, 'missing', 'x'))).rejects.toMatchObject({
      reason: 'unavailable',
    });
  } finally {
    await processor.close();
  }
});

test('an image wider than pages can use is made smaller, its shape stays', async () => {
  const wide = into('wide.png');
  await sharp({ create: { width: 8000, height: 1000, channels: 3, background: '#246' } })
    .png()
    .toFile(wide);
  const processor = createImageProcessor({ workers: 1 });
  try {
    expect(await processor.prepare(wide, into('stored'))).toMatchObject({
      type: 'png',
      width: 4096,
      height: 512,
    });
  } finally {
    await processor.close();
  }
});

test('of uploads one is decoded at a time; a size that a reader wants does not wait for the others', async () => {
  const processor = createImageProcessor({ workers: 2 });
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const size = { width: 160, type: 'webp', own: 'jpg' } as const;
  try {
    // Both processes are there before it begins.
    await Promise.all(['one', 'two'].map((name) => processor.resize(photo, into(name), size)));
    const uploads = ['x', 'y', 'z'].map((name) => processor.prepare(photo, into(name)).then(note(name)));
    const wanted = processor.resize(photo, into('small'), size).then(note('small'));
    await Promise.all([...uploads, wanted]);
  } finally {
    await processor.close();
  }
  expect(done.filter((name) => name !== 'small')).toEqual(['x', 'y', 'z']);
  expect(done.indexOf('small')).toBeLessThan(2);
});
