import { open, readFile, rm, stat } from 'node:fs/promises';

import sharp, { type Metadata } from 'sharp';

import { detectedBytes, detectType } from '#domain/images/detect-type.ts';
import { icons, type IconName } from '#domain/images/icon.ts';
import { logoOnGround } from '#domain/images/logo-on-ground.ts';
import { isOwnEncoding } from '#domain/images/is-own-encoding.ts';
import { imageLimits, type ImageType } from '#domain/images/image-limits.ts';
import { answerJobs } from './answer-jobs.ts';
import { tooLong, type ImageJobResult, type ImageJob } from './image-job.ts';

/**
 * A separate process for images: a hostile file can crash it, never the site; its memory is freed when it ends; and it
 * runs at low priority, so that pages come first.
 */
sharp.cache(false);
sharp.concurrency(1);
// Only the decoders that are needed are enabled. That of SVG reads no files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadSvgBuffer',
  ],
});

const formats: Record<string, ImageType> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
};

/** Limit for an SVG; most logos have a hundredth of it. */
const svgBytes = 1_000_000;
/** Pixels of the longer side of a drawn SVG: twice the largest icon. */
const minDrawnSide = 1_024;

/** The process is ended when it uses more after a job. */
const maxResidentBytes = 300_000_000;

answerJobs<ImageJob>(async (job) => {
  try {
    return job.kind === 'prepare' ? await prepare(job) : await resize(job);
  } catch (error) {
    await rm(job.into, { force: true }).catch(() => {});
    return explain(error);
  }
}, maxResidentBytes);

class Refusal extends Error {}

type Prepare = Extract<ImageJob, { kind: 'prepare' }>;
type Resize = Extract<ImageJob, { kind: 'resize' }>;

async function prepare({ file, into, takesSvg }: Prepare): Promise<ImageJobResult> {
  const head = await headOf(file);
  const detected = detectType(head, takesSvg);
  if ('refusal' in detected) throw new Refusal(detected.refusal);
  const { type } = detected;
  if (type === 'svg') return drawSvg(file, into);
  const mayMove = type === 'gif' || type === 'webp';
  const source = sharp(file, { limitInputPixels: false, failOn: 'error', animated: mayMove });
  const metadata = await source.metadata();
  if (formats[metadata.format] !== type || (type === 'avif' && metadata.compression !== 'av1')) {
    throw new Refusal('This file is not the image that it claims to be.');
  }
  const frame = frameOf(metadata);
  refuseTooManyPixels(frame);

  const output = source
    .autoOrient()
    .resize({
      width: imageLimits.storedWidth,
      height: imageLimits.storedHeight,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .timeout({ seconds: 30 });
  // RIFF….WEBPVP8L: lossless WebP.
  const options = asStored(type, metadata, head.toString('latin1', 8, 16) === 'WEBPVP8L');
  const written = await output.toFormat(type === 'jpg' ? 'jpeg' : type, options).toFile(into);
  return {
    kind: 'prepared',
    type,
    width: written.width,
    height: written.pageHeight ?? written.height,
    bytes: written.size,
    animated: frame.count > 1,
    placeholder: await placeholderOf(into),
    isOwnEncoding: written.width === metadata.width && isOwnEncoding(await readFile(file), type),
  };
}

/**
 * A logo given as SVG becomes pixels: nothing of its text is stored. It is drawn at four times its size, and large enough
 * for every icon. The decoder has no address of the file, so it loads nothing that the file refers to.
 */
async function drawSvg(file: string, into: string): Promise<ImageJobResult> {
  const svg = await headOf(file, svgBytes + 1);
  if (svg.byteLength > svgBytes) {
    throw new Refusal('This SVG is larger than 1 MB. Please simplify it, or upload it as a PNG image.');
  }
  if (/<(?:\w+:)?text[\s>]/.test(svg.toString('utf8'))) {
    throw new Refusal(
      'Letters in this SVG would look different than on your screen. Please convert text to outlines and export it again.',
    );
  }
  const { width, height } = await sharp(svg).metadata();
  const longer = Math.max(width, height);
  const side = Math.min(Math.max(4 * longer, minDrawnSide), imageLimits.storedWidth);
  const density = Math.min((72 * side) / longer, 100_000);
  const written = await sharp(svg, { density, limitInputPixels: imageLimits.pixels, failOn: 'error' })
    .resize({ width: side, height: side, fit: 'inside' })
    .timeout({ seconds: 30 })
    .png({ compressionLevel: 8 })
    .toFile(into);
  // The size is that of the file, because `stats` reads what it was given and not what a pipeline makes of it.
  const { channels } = await sharp(into).stats();
  if (channels[3]?.max === 0) {
    await rm(into);
    throw new Refusal('This SVG shows nothing.');
  }
  return {
    kind: 'prepared',
    type: 'png',
    width: written.width,
    height: written.height,
    bytes: written.size,
    animated: false,
    placeholder: null,
    isOwnEncoding: false,
  };
}

/** The share of a plate within which a logo is drawn. */
const plateShare = 0.76;

/** Wider logos are drawn smaller. */
const maxIconRatio = 4;

/** A PNG with the whole image in its middle, seen on the ground of the icon. */
async function makeIcon({ file, into }: Resize, icon: IconName): Promise<ImageJobResult> {
  const { size, isSquare, share, isFilled, ground } = icons[icon];
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const { data, info } = await sharp(file, { limitInputPixels: false, failOn: 'none' })
    .resize({
      width: isSquare ? size : maxIconRatio * size,
      height: size,
      fit: isSquare ? 'contain' : 'inside',
      background: clear,
    })
    .timeout({ seconds: 30 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const look = ground && logoOnGround(data, ground);
  if (look?.ink) for (let at = 0; at < data.length; at += info.channels) data.set(look.ink, at);
  const isOnPlate = isFilled || look?.isOnPlate === true;
  const paper = (isOnPlate && look?.paper) || clear;
  const drawn = isOnPlate && !isFilled ? plateShare : share;
  const [width, height] = [Math.round(info.width * drawn), Math.round(info.height * drawn)];
  const [left, top] = [Math.floor((info.width - width) / 2), Math.floor((info.height - height) / 2)];
  const image = sharp(data, { raw: info }).resize({ width, height });
  if (isOnPlate) image.flatten({ background: paper });
  await image
    .extend({
      left,
      top,
      right: info.width - width - left,
      bottom: info.height - height - top,
      background: paper,
    })
    .png({ compressionLevel: 9 })
    .toFile(into);
  return { kind: 'resized', type: 'png' };
}

function asStored(type: ImageType, metadata: Metadata, isLossless: boolean) {
  return {
    jpg: { quality: 90, chromaSubsampling: metadata.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' },
    png: { compressionLevel: 8, palette: metadata.isPalette },
    webp: isLossless ? { lossless: true, effort: 3 } : { quality: 90, effort: 3 },
    gif: { effort: 4 },
    avif: { quality: 70, effort: 2 },
  }[type];
}

async function resize(job: Resize): Promise<ImageJobResult> {
  const { file, into, own, wanted } = job;
  if ('icon' in wanted) return makeIcon(job, wanted.icon);
  const { width, type } = wanted;
  const animated = (own === 'gif' || own === 'webp') && type !== 'jpg';
  const source = sharp(file, { limitInputPixels: false, failOn: 'none', animated });
  const metadata = await source.metadata();
  const { count } = frameOf(metadata);
  // Animated AVIF is not supported.
  const sent = type === 'own' ? own : count > 1 ? 'webp' : type;
  const isDrawing = own === 'png' || own === 'gif';
  const resized = source.resize({ width, withoutEnlargement: true }).timeout({ seconds: 30 });
  if (sent === 'jpg') resized.flatten({ background: '#fff' });
  const options = asSent(sent, isDrawing, metadata.isPalette);
  const written = await resized.toFormat(sent === 'jpg' ? 'jpeg' : sent, options).toFile(into);

  const isSmaller = written.size < (metadata.size ?? (await stat(file)).size);
  const isOther = type === 'jpg' && own !== 'jpg';
  if (isSmaller || isOther || metadata.width > width) return { kind: 'resized', type: sent };
  await rm(into, { force: true });
  return { kind: 'resized', type: null };
}

function asSent(type: ImageType, isDrawing: boolean, isPalette: boolean) {
  return {
    jpg: { quality: 80, mozjpeg: true },
    png: { compressionLevel: 8, palette: isPalette },
    webp: { quality: isDrawing ? 86 : 76, effort: 4, smartSubsample: isDrawing },
    gif: { effort: 4 },
    avif: { quality: isDrawing ? 66 : 60, effort: 3, chromaSubsampling: isDrawing ? '4:4:4' : '4:2:0' },
  }[type];
}

/** A placeholder of a few pixels for the page itself; null for a transparent image. */
async function placeholderOf(file: string): Promise<string | null> {
  const tiny = sharp(file).resize(16, 16, { fit: 'inside' });
  const { data, info } = await tiny.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let index = info.channels - 1; index < data.length; index += info.channels) {
    if ((data[index] ?? 0) < 250) return null;
  }
  const image = await tiny.removeAlpha().webp({ quality: 30, effort: 4 }).toBuffer();
  return image.toString('base64');
}

function frameOf(metadata: Metadata): { width: number; height: number; count: number } {
  const { width, height, pageHeight, pages = 1 } = metadata;
  return { width, height: pageHeight ?? height, count: pageHeight === undefined ? 1 : pages };
}

function refuseTooManyPixels({ width, height, count }: ReturnType<typeof frameOf>): void {
  const pixels = width * height;
  if (pixels > imageLimits.pixels) {
    throw new Refusal(
      `This image has ${(Math.ceil(pixels / 100_000) / 10).toFixed(1)} megapixels; 50 are the most that can be uploaded.`,
    );
  }
  if (pixels * count > imageLimits.animationPixels) {
    throw new Refusal('This animation has too many frames for its size. Please make it smaller or shorter.');
  }
}

async function headOf(file: string, length: number = detectedBytes): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function explain(error: unknown): ImageJobResult {
  if (error instanceof Refusal) return { kind: 'refused', message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  if (/ENOSPC|No space left/i.test(message)) return { kind: 'failed', reason: 'full', message };
  if (/EACCES|EROFS|ENOENT|Permission denied|Read-only|unable to open for write/i.test(message)) {
    return { kind: 'failed', reason: 'unavailable', message };
  }
  if (/^timeout/i.test(message)) return { kind: 'refused', message: tooLong };
  return { kind: 'refused', message: 'This image is damaged or cut off, so it cannot be used.' };
}
