import { imageKeyOf, type Image } from './image.ts';
import { imageWidths } from './image-limits.ts';

/**
 * The addresses of an image for `srcset`: every offered width that is smaller than the image, and the image's own
 * width at the end. Undefined for an image that is not ours or has only one size.
 */
export function srcSetOf({ src, width }: Pick<Image, 'src' | 'width'>): string | undefined {
  if (width === null || imageKeyOf(src) === null) return undefined;
  const offered = imageWidths.filter((one) => one >= smallestOnPages);
  const smaller = offered.filter((one) => one < width);
  const last = offered[smaller.length];
  const all = smaller.map((one) => `${src}?w=${one} ${one}w`);
  if (last !== undefined) all.push(`${src}?w=${last} ${width}w`);
  return all.join(', ');
}

/** An image in one offered width, for a thumbnail; an address that is not ours as it is. */
export function inWidth(src: string, width: (typeof imageWidths)[number]): string {
  return imageKeyOf(src) === null ? src : `${src}?w=${width}`;
}

/** 160 is for thumbnails of the admin. */
const smallestOnPages = 320;
