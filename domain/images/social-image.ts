import { imageKeyOf, imageTypeOf, type Image } from './image.ts';
import { mediaTypeOf, type ImageWidth } from './image-limits.ts';

/** The preview image of a link to a page. Size and type are null where they are unknown. */
export type SocialImage = {
  address: string;
  width: number | null;
  height: number | null;
  mediaType: string | null;
  alt: string;
};

/** The type for readers that support JPEG and PNG only. */
export const sharedType = 'jpg';
const sharedWidth: ImageWidth = 1200;

/** In pixels; below, an image makes a small thumbnail or none (developers.facebook.com/docs/sharing/best-practices). */
const smallest = { width: 600, height: 315 };

/**
 * A post's image for social networks, messengers and search engines: JPEG or PNG, because few of them support
 * WebP or AVIF. Null when it is not available in these types, or too small.
 * @param title describes the image where it has no alt text.
 */
export function socialImageOf({ src, width, height, alt }: Image, title: string): SocialImage | null {
  const text = alt || title;
  const key = imageKeyOf(src);
  if (key === null) {
    const isUnread = /\.(?:webp|avif|svg)(?:[?#]|$)/i.test(src);
    return isUnread ? null : { address: src, width: null, height: null, mediaType: null, alt: text };
  }
  if (width !== null && height !== null && (width < smallest.width || height < smallest.height)) return null;
  const own = imageTypeOf(key);
  const isRead = own === 'jpg' || own === 'png';
  const shown = width === null ? null : Math.min(width, sharedWidth);
  return {
    address: `${src}?w=${sharedWidth}${isRead ? '' : `&type=${sharedType}`}`,
    width: shown,
    height: shown === null || width === null || height === null ? null : Math.round((height * shown) / width),
    mediaType: mediaTypeOf[isRead ? own : sharedType],
    alt: text,
  };
}
