import type { ImageType } from './image-limits.ts';

/** Number of bytes that `detectType` reads. */
export const detectedBytes = 1024;

/** The kind of a file by its first bytes: a supported image, or one message why not. */
type Detected = { type: ImageType | 'svg' } | { refusal: string };

/**
 * Decides by content only; name and declared type do not matter. An unknown format is refused here, before it
 * reaches a decoder. Pure.
 */
export function detectType(head: Uint8Array, takesSvg = false): Detected {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, detectedBytes));
  if (bytes.byteLength === 0) return { refusal: 'The file is empty.' };
  const at = (offset: number, text: string) =>
    bytes.toString('latin1', offset, offset + text.length) === text;

  if (at(0, '\xff\xd8\xff')) return { type: 'jpg' };
  if (at(0, '\x89PNG\r\n\x1a\n')) return { type: 'png' };
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return { type: 'gif' };
  if (at(0, 'RIFF') && at(8, 'WEBP')) return { type: 'webp' };
  if (at(4, 'ftyp')) return detectBrand(bytes);
  if (at(0, '\xff\x0a') || at(4, 'JXL ')) return refuse('JPEG XL');
  if (at(4, 'jP  ') || at(0, '\xff\x4f\xff\x51')) return refuse('JPEG 2000');
  if (at(0, 'II*\0') || at(0, 'MM\0*') || at(0, 'II+\0') || at(0, 'MM\0+')) return refuse('TIFF');
  if (at(0, 'BM')) return refuse('BMP');
  if (at(0, '\0\0\x01\0') || at(0, '\0\0\x02\0')) return refuse('ICO');
  if (at(0, '8BPS')) return refuse('Photoshop');
  if (at(0, '%PDF') || bytes.includes('%PDF-'))
    return { refusal: `This is a PDF document, not an image. ${taken}` };
  return detectText(bytes, takesSvg);
}

const taken = 'Please use a JPEG, PNG, GIF, WebP or AVIF image.';

function refuse(format: string): Detected {
  return { refusal: `${format} images cannot be used on the web. ${taken}` };
}

/** AVIF, HEIC and videos share a container format; its brands tell which of them it is. */
function detectBrand(bytes: Buffer): Detected {
  const end = Math.min(bytes.readUInt32BE(0), bytes.byteLength);
  const brands: string[] = [];
  for (let offset = 8; offset + 4 <= end; offset += 4) {
    if (offset !== 12) brands.push(bytes.toString('latin1', offset, offset + 4));
  }
  if (brands.includes('avif') || brands.includes('avis')) return { type: 'avif' };
  if (brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand))) {
    return {
      refusal: `HEIC images cannot be shown by most browsers. Please save it as a JPEG and upload that.`,
    };
  }
  return { refusal: `This file is a video. ${taken}` };
}

function detectText(bytes: Buffer, takesSvg: boolean): Detected {
  const text = bytes.toString('latin1').toLowerCase();
  const isSvg = /<svg[\s>:]|<!doctype svg/.test(text);
  if (isSvg && takesSvg) return { type: 'svg' };
  if (isCompressed(bytes) && takesSvg) {
    return { refusal: 'This SVG is compressed (SVGZ). Please save it as a plain SVG.' };
  }
  if (isSvg || isCompressed(bytes)) {
    return {
      refusal:
        'SVG files are not supported because they can contain scripts. Use PNG, JPEG, WebP, GIF or AVIF.',
    };
  }
  return { refusal: `This file is not an image that the site can show. ${taken}` };
}

/** SVGZ; nothing else that is compressed with gzip is offered as an image. */
function isCompressed(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
