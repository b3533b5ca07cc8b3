import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { ImageProcessor } from '#domain/images/image-services.ts';
import { animation, photograph } from '#tests/image-files.ts';
import { useFolder } from '#tests/folder.ts';
import { listen } from '#server/http/port.ts';
import { createImageProcessor } from './image-processor.ts';

const folder = useFolder();
let photo: string;

beforeAll(async () => {
  photo = join(folder, 'photo.jpg');
  await writeFile(photo, await photograph(1200, 900));
});

const into = (name: string) => join(folder, name);

/** For one test. */
function open(limits: Parameters<typeof createImageProcessor>[0] = { workers: 1 }): ImageProcessor {
  const processor = createImageProcessor(limits);
  onTestFinished(() => processor.close());
  return processor;
}

test('an image that takes too long is refused, its process ends, and the next one is made', async () => {
  await expect(open({ workers: 1, milliseconds: 1 }).prepare(photo, into('never'))).rejects.toMatchObject({
    kind: 'invalid',
    message: 'This image takes too long to read, so it cannot be used.',
  });
  expect(readdirSync(folder)).not.toContain('never');
  const size = { width: 1200, height: 900 };
  expect(await open().prepare(photo, into('there'))).toMatchObject({ type: 'jpg', ...size });
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
  await expect(open().prepare(photo, join(folder, 'missing', 'x'))).rejects.toMatchObject({
    reason: 'unavailable',
  });
});

test('an image wider than pages can use is made smaller, its shape stays', async () => {
  const wide = into('wide.png');
  await sharp({ create: { width: 8000, height: 1000, channels: 3, background: '#246' } })
    .png()
    .toFile(wide);
  const size = { width: 4096, height: 512 };
  expect(await open().prepare(wide, into('stored'))).toMatchObject({ type: 'png', ...size });
});

test('of uploads one is decoded at a time; a size that a reader wants does not wait for the others', async () => {
  const processor = open({ workers: 2 });
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const size = { width: 160, type: 'webp', own: 'jpg' } as const;
  // Both processes are there before it begins.
  await Promise.all(['one', 'two'].map((name) => processor.resize(photo, into(name), size)));
  const uploads = ['x', 'y', 'z'].map((name) => processor.prepare(photo, into(name)).then(note(name)));
  const wanted = processor.resize(photo, into('small'), size).then(note('small'));
  await Promise.all([...uploads, wanted]);
  expect(done.filter((name) => name !== 'small')).toEqual(['x', 'y', 'z']);
  expect(done.indexOf('small')).toBeLessThan(2);
});

const drawing = (inner: string, attributes = 'viewBox="0 0 20 10"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;

/** The red, green, blue and alpha of a pixel. */
async function pixelOf(file: string, left: number, top: number): Promise<number[]> {
  const one = sharp(file).ensureAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await one.raw().toBuffer())];
}

describe('an SVG logo', () => {
  let processor: ImageProcessor;
  beforeAll(() => {
    processor = createImageProcessor({ workers: 1 });
  });
  afterAll(() => processor.close());

  const prepare = async (svg: string) => {
    await rm(into('drawn.png'), { force: true });
    await writeFile(into('logo.svg'), svg);
    return processor.prepare(into('logo.svg'), into('drawn.png'), { svg: true });
  };

  test.each([
    ['black', '<rect width="20" height="10"/>', [0, 0, 0, 255]],
    ['blue', '<rect width="20" height="10" fill="#00f"/>', [0, 0, 255, 255]],
    ['green', '<rect width="20" height="10" fill="#0f0"/>', [0, 255, 0, 255]],
    ['white on transparent', '<circle cx="10" cy="5" r="3" fill="#fff"/>', [255, 255, 255, 255]],
    ['currentColor', '<rect width="20" height="10" fill="currentColor"/>', [0, 0, 0, 255]],
    [
      'a gradient in a style sheet',
      '<style>.a{fill:url(#g)}</style><linearGradient id="g"><stop stop-color="#00f"/></linearGradient><rect class="a" width="20" height="10"/>',
      [0, 0, 255, 255],
    ],
    ['a script beside it, not run', '<script>1</script><rect width="20" height="10"/>', [0, 0, 0, 255]],
  ])('that is %s is drawn as PNG', async (_name, inner, color) => {
    expect(await prepare(drawing(inner))).toMatchObject({ type: 'png', width: 1024, height: 512 });
    expect(await pixelOf(into('drawn.png'), 512, 256)).toEqual(color);
  });

  test.each([
    ['width="500" height="400"', { width: 2000, height: 1600 }],
    ['width="100000" height="1000"', { width: 4096, height: 41 }],
    ['width="24" height="12" viewBox="0 0 2 1"', { width: 1024, height: 512 }],
  ])('of %s is drawn at four times its size within limits', async (attributes, size) => {
    expect(await prepare(drawing('<rect width="100%" height="100%"/>', attributes))).toMatchObject(size);
  });

  test.each([
    ['that shows nothing', drawing('<rect width="9" height="9" fill="none"/>'), 'This SVG shows nothing.'],
    ['that is cut off', drawing('<rect').slice(0, -8), /damaged/],
    ['with text that is not outlines', drawing('<text x="1" y="9">Firm</text>'), /convert text to outlines/],
    ['with too many bytes', drawing(`<path d="M0 0${' 1'.repeat(600_000)}"/>`), /larger than 1 MB/],
    ['of an entity bomb', `<!DOCTYPE svg [${entityBomb()}]>${drawing('&e9;')}`, /damaged|nothing/],
  ])('%s is refused', async (_name, svg, message) => {
    await expect(prepare(svg)).rejects.toThrow(message);
    expect(readdirSync(folder)).not.toContain('drawn.png');
  });

  test('whose references draw each other again and again is given up in time', async () => {
    const hasty = open({ workers: 1, milliseconds: 1_500 });
    await writeFile(into('bomb.svg'), drawing(referenceBomb()));
    await expect(hasty.prepare(into('bomb.svg'), into('bomb.png'), { svg: true })).rejects.toThrow(
      /damaged|too long/,
    );
  });

  test('loads nothing from elsewhere', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    const port = await listen(server, { host: '127.0.0.1', port: 0 });
    const web = `http://127.0.0.1:${port}/x`;
    const elsewhere = [web, pathToFileURL(photo).href, 'photo.jpg'];
    const inner = elsewhere.flatMap((address) => [
      `<image href="${address}" width="20" height="10"/>`,
      `<image xlink:href="${address}" width="20" height="10"/>`,
      `<use href="${address}#a"/>`,
      `<style>@import url(${address});rect{fill:url(${address}#a) none}</style>`,
      `<filter id="f"><feImage href="${address}"/></filter><rect width="20" height="10" filter="url(#f)"/>`,
      `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}"/>`,
    ]);
    const doctype = `<?xml-stylesheet href="${web}"?><!DOCTYPE svg SYSTEM "${web}" [<!ENTITY x SYSTEM "${web}">]>`;
    await expect(prepare(doctype + drawing(`${inner.join('')}<desc>&x;</desc>`))).rejects.toThrow(
      /shows nothing|damaged/,
    );
    await expect(prepare(drawing(inner.join('')))).rejects.toThrow('This SVG shows nothing.');
    server.close();
    expect(requests).toBe(0);
  });
});

function entityBomb(): string {
  return Array.from(
    { length: 10 },
    (_, n) => `<!ENTITY e${n} "${n === 0 ? 'haha' : `&e${n - 1};`.repeat(10)}">`,
  ).join('');
}

function referenceBomb(): string {
  const levels = Array.from(
    { length: 12 },
    (_, n) => `<g id="g${n + 1}">${`<use href="#g${n}"/>`.repeat(10)}</g>`,
  );
  return `<g id="g0"><rect width="1" height="1"/></g>${levels.join('')}<use href="#g12"/>`;
}

test('icons have their size, the whole logo in the middle, and a background where one is needed', async () => {
  const source = into('wide-logo.png');
  await sharp({ create: { width: 4000, height: 2000, channels: 3, background: '#f00' } })
    .png()
    .toFile(source);
  const processor = open();
  for (const [icon, size, corner] of [
    ['32', 32, 0],
    ['180', 180, 255],
    ['maskable', 512, 255],
  ] as const) {
    const made = into(`${icon}.png`);
    expect(await processor.resize(source, made, { icon, own: 'png' })).toBe('png');
    expect(await sharp(made).metadata()).toMatchObject({ format: 'png', width: size, height: size });
    expect((await pixelOf(made, 0, 0))[3]).toBe(corner);
    expect(await pixelOf(made, size / 2, size / 2)).toEqual([255, 0, 0, 255]);
    // Twice as wide as high: it reaches the sides of the room for it, and stays away from its top.
    const inset = icon === 'maskable' ? 0.22 : icon === '180' ? 0.12 : 0;
    expect((await pixelOf(made, Math.ceil(size * inset) + 2, size / 2))[1]).toBe(0);
    expect(await pixelOf(made, size / 2, Math.floor(size * 0.2))).not.toEqual([255, 0, 0, 255]);
  }
});

test('a logo of one color is light in dark mode, and one of several dark colors stands on a plate', async () => {
  const processor = open();
  const twoColors = '<rect width="10" height="20"/><rect x="10" width="10" height="20" fill="#0a143c"/>';
  const looks = [];
  for (const inner of ['<circle cx="10" cy="10" r="8"/>', twoColors]) {
    await writeFile(
      into('logo.svg'),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">${inner}</svg>`,
    );
    await processor.prepare(into('logo.svg'), into('logo.png'), { svg: true });
    await processor.resize(into('logo.png'), into('dark.png'), { icon: 'dark', own: 'png' });
    const [[red = 0], [, , , alpha = 0]] = [
      await pixelOf(into('dark.png'), 96, 96),
      await pixelOf(into('dark.png'), 2, 2),
    ];
    looks.push({ isLight: red > 200, isOnPlate: alpha === 255 });
  }
  await writeFile(
    into('wide.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>`,
  );
  await processor.prepare(into('wide.svg'), into('wide.png'), { svg: true });
  await processor.resize(into('wide.png'), into('light.png'), { icon: 'light', own: 'png' });
  expect(await sharp(into('light.png')).metadata()).toMatchObject({ width: 384, height: 192 });
  expect(looks).toEqual([
    { isLight: true, isOnPlate: false },
    { isLight: false, isOnPlate: true },
  ]);
});

test.each(['jpg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s that the processor wrote is known as its own, and no other',
  async (type) => {
    const processor = open();
    const source = sharp(await photograph(120, 90));
    const made = type === 'jpg' ? source.jpeg() : source.toFormat(type);
    await made.toFile(into(`made.${type}`));
    await processor.prepare(into(`made.${type}`), into(`own.${type}`));
    const own = await readFile(into(`own.${type}`));
    const isOwn = async (bytes: Uint8Array) => {
      await writeFile(into('asked'), bytes);
      return (await processor.prepare(into('asked'), into('again'))).isOwnEncoding;
    };
    expect(await isOwn(own)).toBe(true);
    expect(await isOwn(Buffer.concat([own, Buffer.from('<script>alert(1)</script>')]))).toBe(false);
    expect(await isOwn(Buffer.concat([own, own]))).toBe(false);
    if (type === 'gif') return;
    const located = { exif: { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } } };
    const pixels = sharp(own).withMetadata(located);
    expect(await isOwn(await (type === 'jpg' ? pixels.jpeg() : pixels.toFormat(type)).toBuffer())).toBe(
      false,
    );
  },
);

test('what sharp animates is known as its own, and a comment in it is not', async () => {
  const processor = open();
  for (const type of ['gif', 'webp'] as const) {
    await writeFile(into('moving'), await animation(type, 3));
    await processor.prepare(into('moving'), into('own-moving'));
    expect(await processor.prepare(into('own-moving'), into('again'))).toMatchObject({ isOwnEncoding: true });
  }
  await processor.prepare(photo, into('own.jpg'));
  const own = await readFile(into('own.jpg'));
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 1, 2, 3, 4]);
  await writeFile(into('commented'), Buffer.concat([own.subarray(0, 2), comment, own.subarray(2)]));
  expect(await processor.prepare(into('commented'), into('again'))).toMatchObject({ isOwnEncoding: false });
});
