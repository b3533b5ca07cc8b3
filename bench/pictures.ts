import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { createPictureWorkshop } from '#adapters/picture-workshop.ts';
import type { ImageType, ImageWidth } from '#domain/images/image.ts';
import type { WantedType } from '#domain/images/picture-parts.ts';
import { photograph } from '#tests/pictures.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { structuralSimilarity } from './structural-similarity.ts';

/**
 * What a picture costs: time and memory of its upload and of its first delivery in each type, and how many bytes a reader
 * gets beside a JPEG that looks the same. `node bench/pictures.ts [photograph …]`; without one it makes its own.
 */
const width: ImageWidth = 960;
const folder = await mkdtemp(join(tmpdir(), 'anyforge-bench-'));
const workshop = createPictureWorkshop({ workers: 1 });

try {
  const given = process.argv.slice(2).filter((file) => existsSync(file));
  const files = given.length > 0 ? given : [await made('made-12-megapixels.jpg', 4000, 3000)];
  // The process that decodes is there before anything is measured.
  await workshop.prepare(await made('first.jpg', 64, 64), join(folder, 'first'));
  for (const file of files) await measure(file);
} finally {
  await workshop.close();
  await rm(folder, { recursive: true });
}

async function measure(file: string): Promise<void> {
  const stored = join(folder, 'stored');
  const { result: picture, ...upload } = await timed(() => workshop.prepare(file, stored));
  const original = (await stat(file)).size;
  console.log(`\n${file}: ${picture.width} × ${picture.height}, ${kilobytes(original)}`);
  console.log(`upload          ${show(upload)}  stored ${kilobytes(picture.bytes)}`);

  const reference = await grey(stored, width);
  for (const type of ['avif', 'webp', 'own'] as const) {
    const { result, ...delivery } = await timed(() => send(stored, type, picture.type));
    const looks = structuralSimilarity(reference.pixels, (await grey(result)).pixels, reference.width);
    const bytes = (await stat(result)).size;
    const alike = await smallestJpegLike(stored, looks, reference);
    console.log(
      `${`first ${type}`.padEnd(15)} ${show(delivery)}  ${kilobytes(bytes)} at ${width} px, SSIM ${looks.toFixed(4)}; ` +
        `${(bytes / original).toFixed(3)} of the upload; ${(bytes / alike).toFixed(2)} of a JPEG of these looks`,
    );
  }
}

async function send(stored: string, type: WantedType, own: ImageType): Promise<string> {
  const into = join(folder, type);
  return (await workshop.resize(stored, into, { width, type, own })) === null ? stored : into;
}

/** Bytes of the smallest plain JPEG in this width that looks as good. */
async function smallestJpegLike(
  stored: string,
  looks: number,
  reference: { pixels: Uint8Array; width: number },
): Promise<number> {
  for (let quality = 20; quality <= 100; quality += 2) {
    const bytes = await sharp(stored)
      .resize(width, null, { withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer();
    const { pixels } = await grey(bytes);
    if (structuralSimilarity(reference.pixels, pixels, reference.width) >= looks) return bytes.byteLength;
  }
  return Number.NaN;
}

async function grey(picture: string | Buffer, within?: number) {
  const resized =
    within === undefined ? sharp(picture) : sharp(picture).resize(within, null, { withoutEnlargement: true });
  const { data, info } = await resized.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width };
}

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now();
  const { result, before, peak } = await peakDuring(process.pid, work);
  return { result, milliseconds: performance.now() - began, rise: peak - before };
}

function show({ milliseconds, rise }: { milliseconds: number; rise: number }): string {
  return `${milliseconds.toFixed(0).padStart(6)} ms  ${`+${(rise / 1_000_000).toFixed(0)}`.padStart(5)} MB`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`;
}

async function made(name: string, w: number, h: number): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, await photograph(w, h));
  return file;
}
