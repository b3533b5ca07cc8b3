/** Types and limits of images that screens, verbs and the store share. Pure: runs in the browser too. */

export const imageFolders = ['featured-images', 'editor-images'] as const;
export type ImageFolder = (typeof imageFolders)[number];

/** Everything that is stored, by its extension: decided by the content of the file, never by its name. */
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
  /** What is stored is at most this large; a larger image is made smaller. */
  storedWidth: 4096,
  storedHeight: 16_383,
  alt: 500,
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

/** The key of an image in the store. */
export type ImageKey = { folder: ImageFolder; name: string };

const root = '/storage/blog-images';
const address = new RegExp(
  `^${root}/(${imageFolders.join('|')})/([0-9]{20,40}\\.(?:${imageTypes.join('|')}))$`,
);

/** The public address of an image. */
export function imageAddress({ folder, name }: ImageKey): string {
  return `${root}/${folder}/${name}`;
}

/** The image that an address means; null for any text that is not exactly such an address. */
export function imageKeyOf(text: string): ImageKey | null {
  const [, folder, name] = address.exec(text) ?? [];
  const known = imageFolders.find((one) => one === folder);
  return known === undefined || name === undefined ? null : { folder: known, name };
}

export function imageTypeOf({ name }: ImageKey): ImageType {
  const type = imageTypes.find((one) => name.endsWith(`.${one}`));
  if (type === undefined) throw new RangeError(`${name} has no extension of an image.`);
  return type;
}

/** An image as pages show it. Width and height are null for an address that names none of our images. */
export type Image = {
  src: string;
  width: number | null;
  height: number | null;
  animated: boolean;
  /** base64 of a tiny WebP; null for none. */
  placeholder: string | null;
  alt: string | null;
  /** Plain text that stands below it where it is shown large. */
  caption: string | null;
  focalX: number;
  focalY: number;
};

/** An image as the library and the upload's answer show it. */
export type StoredImage = Image & {
  id: string;
  folder: ImageFolder;
  width: number;
  height: number;
  bytes: number;
  type: ImageType;
  originalName: string;
  createdAt: Date;
};
