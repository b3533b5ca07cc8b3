/** The image types, sizes and text lengths that are accepted. Pure: runs in the browser too. */

/** The stored types, by extension. The content of a file decides its type, never its name. */
export const imageTypes = ['jpg', 'png', 'webp', 'gif', 'avif'] as const;
export type ImageType = (typeof imageTypes)[number];

export const mediaTypeOf: Record<ImageType, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

export const imageLimits = {
  /** 15 MB, to the byte. */
  bytes: 15 * 1024 * 1024,
  /** 50 megapixels, to the pixel: width times height of one frame. */
  pixels: 50_000_000,
  /** All frames of an animation together. */
  animationPixels: 150_000_000,
  /** A stored image is at most this large; a larger image is made smaller. */
  storedWidth: 4096,
  storedHeight: 16_383,
  /** Characters. */
  alt: 500,
  /** Characters. */
  caption: 1_000,
} as const;

/** Shown by the browser and by the server. */
export const tooLargeMessage = 'This image is larger than 15 MB, which is the most that can be uploaded.';

/** The widths in pixels in which an image is available; others are refused, so that requests cannot fill the disk. */
export const imageWidths = [160, 320, 480, 640, 800, 960, 1200, 1600, 2000, 2400] as const;
export type ImageWidth = (typeof imageWidths)[number];

export function isImageWidth(width: number): width is ImageWidth {
  return imageWidths.some((offered) => offered === width);
}
