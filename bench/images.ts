import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import sharp from 'sharp';

import { memoryBytes } from '#server/metrics/memory.ts';
import { createClient, type Client } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { upload } from '#tests/uploads.ts';
import { fillWithPosts } from './many-posts.ts';
import { account, startOwnProduct } from './own-product.ts';
import { structuralSimilarity } from './structural-similarity.ts';

/**
 * Time and peak memory (of the product and all its processes) of an image's upload and of its first and second delivery
 * in each type, over HTTP; bytes sent to a reader, compared with the upload and with a plain JPEG of the same quality; and
 * the same for twenty uploads at once, and for the first social cards of sixty posts at once.
 *
 * npm run bench -- images [PHOTOGRAPH…]     without one it uses a generated image
 */
const width = 960;
const together = 20;
const cards = 60;
/** Idle time after which the decoding processes exit. */
const restMilliseconds = 35_000;

const types = { avif: 'image/avif,image/webp,*/*', webp: 'image/webp,*/*', own: '*/*' } as const;

const product = await startOwnProduct();
try {
  const client = createClient(product);
  await client.post('/admin/login', account);
  const resting = (await memoryBytes(product.process.pid)) ?? 0;
  console.log(`The product at rest takes ${megabytes(resting)}.`);
  const given = process.argv.slice(2);
  const images =
    given.length > 0
      ? await Promise.all(given.map(async (file) => ({ name: basename(file), bytes: await readFile(file) })))
      : [{ name: 'a made photograph of 12 megapixels', bytes: await photograph(4000, 3000) }];
  // The decoding process runs before anything is measured.
  await stored(client, await photograph(64, 64));
  for (const { name, bytes } of images) await measure(client, name, bytes);
  await uploadTogether(
    client,
    images.map(({ bytes }) => bytes),
  );
  await drawCards();
} finally {
  await product.stop();
}

async function measure(client: Client, name: string, bytes: Buffer): Promise<void> {
  const { result: src, ...taken } = await timed(() => stored(client, bytes));
  const kept = await delivered(src, types.own);
  const { width: w, height: h } = await sharp(kept).metadata();
  console.log(`\n${name}: ${w} × ${h}, ${kilobytes(bytes.byteLength)}`);
  console.log(`${'upload'.padEnd(15)} ${show(taken)}  stored ${kilobytes(kept.byteLength)}`);

  const reference = await gray(kept, width);
  for (const [type, accept] of Object.entries(types)) {
    const address = `${src}?w=${width}`;
    const { result: sent, ...first } = await timed(() => delivered(address, accept));
    const { result: again, ...second } = await timed(() => delivered(address, accept));
    if (!again.equals(sent)) throw new Error(`${address} is not the same a second time.`);
    const looks = structuralSimilarity(reference.pixels, (await gray(sent)).pixels, reference.width);
    const alike = await smallestJpegLike(kept, looks, reference);
    console.log(
      `${`first ${type}`.padEnd(15)} ${show(first)}  ${kilobytes(sent.byteLength)} at ${width} px, SSIM ${looks.toFixed(4)}; ` +
        `${(sent.byteLength / bytes.byteLength).toFixed(3)} of the upload; ${(sent.byteLength / alike).toFixed(2)} of a JPEG of these looks`,
    );
    console.log(`${`second ${type}`.padEnd(15)} ${show(second)}`);
  }
}

async function uploadTogether(client: Client, images: readonly Buffer[]): Promise<void> {
  const all = Array.from({ length: together }, (_, n) => images[n % images.length] ?? Buffer.alloc(0));
  const { milliseconds, rise, peak } = await timed(() =>
    Promise.all(all.map((bytes) => stored(client, bytes))),
  );
  console.log(
    `\n${together} uploads at once: ${(milliseconds / 1000).toFixed(1)} s, at most ${megabytes(peak)} (+${megabytes(rise)})`,
  );
  await sleep(restMilliseconds);
  console.log(
    `${restMilliseconds / 1000} s later: ${megabytes((await memoryBytes(product.process.pid)) ?? 0)}`,
  );
}

async function drawCards(): Promise<void> {
  await fillWithPosts(product.db.db, cards);
  const addresses: string[] = [];
  for (let n = 1; n <= cards; n += 1) {
    const page = await fetch(`${product.origin}/blog/post-number-${n}`);
    const address = /\/social\/[\w-]+\.png/.exec(await page.text())?.[0];
    if (address === undefined) throw new Error(`Post ${n} names no card.`);
    addresses.push(address);
  }
  const { milliseconds, rise, peak } = await timed(() =>
    Promise.all(addresses.map((address) => delivered(address, types.own))),
  );
  console.log(
    `\n${cards} first social cards at once: ${(milliseconds / 1000).toFixed(1)} s, at most ${megabytes(peak)} (+${megabytes(rise)})`,
  );
}

async function stored(client: Client, bytes: Buffer): Promise<string> {
  const { status, body } = await upload(client, bytes);
  if (status !== 201) throw new Error(`An upload answered ${status}: ${body.message ?? ''}`);
  return body.src;
}

async function delivered(address: string, accept: string): Promise<Buffer> {
  const answer = await fetch(product.origin + address, { headers: { accept } });
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Bytes of the smallest plain JPEG of this width and at least the same quality. */
async function smallestJpegLike(
  kept: Buffer,
  looks: number,
  reference: { pixels: Uint8Array; width: number },
): Promise<number> {
  for (let quality = 20; quality <= 100; quality += 2) {
    const bytes = await sharp(kept)
      .resize(width, null, { withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer();
    const { pixels } = await gray(bytes);
    if (structuralSimilarity(reference.pixels, pixels, reference.width) >= looks) return bytes.byteLength;
  }
  return Number.NaN;
}

async function gray(image: Buffer, within?: number) {
  const resized =
    within === undefined ? sharp(image) : sharp(image).resize(within, null, { withoutEnlargement: true });
  const { data, info } = await resized.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width };
}

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now();
  const { result, before, peak } = await peakDuring(product.process.pid, work);
  return { result, milliseconds: performance.now() - began, rise: peak - before, peak };
}

function show({ milliseconds, rise }: { milliseconds: number; rise: number }): string {
  return `${milliseconds.toFixed(0).padStart(6)} ms  ${`+${(rise / 1_000_000).toFixed(0)}`.padStart(5)} MB`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}
