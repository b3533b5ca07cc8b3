import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

const drawing = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${inner}</svg>`;

/** The red, green, blue and alpha of a pixel. */
async function pixelOf(file: string, left: number, top: number): Promise<number[]> {
  const one = sharp(file).ensureAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await one.raw().toBuffer())];
}

test('an SVG is stored sanitized where it is taken, and drawn in other sizes', async () => {
  const file = into('logo.svg');
  await writeFile(file, drawing('<title>x</title><rect width="20" height="10" fill="#f00"/>'));
  const processor = createImageProcessor({ workers: 1 });
  try {
    await expect(processor.prepare(file, into('refused'))).rejects.toThrow(/SVG files are not supported/);
    const prepared = await processor.prepare(file, into('drawing.svg'), { svg: true });
    expect(prepared).toMatchObject({ type: 'svg', width: 1024, height: 512, placeholder: null });
    expect(await readFile(into('drawing.svg'), 'utf8')).not.toContain('title');

    const wanted = { width: 2400, type: 'own', own: 'svg' } as const;
    expect(await processor.resize(into('drawing.svg'), into('wide.png'), wanted)).toBe('png');
    expect(await sharp(into('wide.png')).metadata()).toMatchObject({ width: 2400, height: 1200 });
  } finally {
    await processor.close();
  }
});

test('an SVG with a script, or that shows nothing, is refused and nothing of it is stored', async () => {
  const processor = createImageProcessor({ workers: 1 });
  try {
    const prepare = async (inner: string) => {
      await writeFile(into('bad.svg'), drawing(inner));
      return processor.prepare(into('bad.svg'), into('bad.stored'), { svg: true });
    };
    await expect(prepare('<rect width="9" height="9"/><script/>')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(prepare('<rect width="9" height="9" fill="none"/>')).rejects.toThrow(
      'This SVG shows nothing.',
    );
    expect(readdirSync(folder)).not.toContain('bad.stored');
  } finally {
    await processor.close();
  }
});

test.each(['svg', 'png'] as const)(
  'icons of %s have their size, the whole logo in the middle, and a background where one is needed',
  async (own) => {
    const file = into(`icons.${own}`);
    await writeFile(file, drawing('<rect width="20" height="10" fill="#f00"/>'));
    if (own === 'png')
      await sharp(await readFile(file))
        .resize(4000)
        .png()
        .toFile(into('wide-logo.png'));
    const source = own === 'png' ? into('wide-logo.png') : file;
    const processor = createImageProcessor({ workers: 1 });
    try {
      for (const [icon, size, corner] of [
        ['32', 32, 0],
        ['180', 180, 255],
        ['maskable', 512, 255],
      ] as const) {
        const made = into(`${own}-${icon}.png`);
        expect(await processor.resize(source, made, { icon, own })).toBe('png');
        expect(await sharp(made).metadata()).toMatchObject({ format: 'png', width: size, height: size });
        expect((await pixelOf(made, 0, 0))[3]).toBe(corner);
        expect(await pixelOf(made, size / 2, size / 2)).toEqual([255, 0, 0, 255]);
        // Twice as wide as high: it reaches the sides of the room for it, and stays away from its top.
        const inset = icon === 'maskable' ? 0.22 : icon === '180' ? 0.12 : 0;
        expect((await pixelOf(made, Math.ceil(size * inset) + 2, size / 2))[1]).toBe(0);
        expect(await pixelOf(made, size / 2, Math.floor(size * 0.2))).not.toEqual([255, 0, 0, 255]);
      }
    } finally {
      await processor.close();
    }
  },
);
