import type { Image } from '#domain/images/image.ts';
import { srcSetOf } from '#domain/images/image-address.ts';
import { blurAddress } from '../cover-image.tsx';

/** An image of its own in a post: as wide as the screen, then as far as it may reach beyond the lines of text. */
const columnSizes = '(width < 64rem) 92vw, 54rem';

/**
 * The images of a post's body made ready for its page: with their size, so that nothing moves when they come; in the
 * widths that screens need; over a few blurred pixels of themselves; and lazy, except the first when it is the page's.
 *
 * @param html sanitized: attributes are quoted and hold no `<` or `>`.
 */
export function withImages(
  html: string,
  images: readonly Image[],
  { firstIsEager }: { firstIsEager: boolean },
): string {
  const known = new Map(images.map((image) => [image.src, image]));
  let count = 0;
  return html.replaceAll(/<img\b([^>]*)>/g, (_, attributes: string) => {
    const isEager = firstIsEager && count === 0;
    count += 1;
    const loading = isEager ? ' fetchpriority="high"' : ' loading="lazy"';
    const image = known.get(valueOf(attributes, 'src') ?? '');
    const ready = `${loading} decoding="async"`;
    return image ? dressed(attributes, image, ready) : `<img${attributes}${ready}>`;
  });
}

function dressed(attributes: string, image: Image, ready: string): string {
  const { width, height, placeholder } = image;
  const srcSet = srcSetOf(image);
  if (width === null || height === null || srcSet === undefined) return `<img${attributes}${ready}>`;
  const ownWidth = Number(valueOf(attributes, 'width') ?? 0);
  const shownWidth = ownWidth > 0 ? ownWidth : width;
  const shownHeight = Math.max(1, Math.round((shownWidth * height) / width));
  const rest = attributes.replaceAll(/ (?:width|height)="[^"]*"/g, '');
  const sizes = shownWidth < smallestColumn ? `${shownWidth}px` : columnSizes;
  const tag = `<img${rest} width="${shownWidth}" height="${shownHeight}" srcset="${srcSet}" sizes="${sizes}"${ready}>`;
  if (placeholder === null) return tag;
  const blur =
    `<svg class="blur" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">` +
    `<image href="${blurAddress(placeholder)}" width="${width}" height="${height}" preserveAspectRatio="none"/></svg>`;
  return `<span class="image" data-image="">${blur}${tag}</span>`;
}

/** Below this an image is shown as wide as it is. */
const smallestColumn = 320;

function valueOf(attributes: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
}
