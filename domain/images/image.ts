/** An image, its key and its address, shared by screens, verbs and the store. Pure: runs in the browser too. */

import { imageTypes, type ImageType } from './image-limits.ts';

export const imageFolders = ['featured-images', 'editor-images', 'logos'] as const;
export type ImageFolder = (typeof imageFolders)[number];

/** The libraries of their own among images: what content shows, portraits of people, and logos. */
export const imageUses = ['content', 'portraits', 'logos'] as const;
export type ImageUse = (typeof imageUses)[number];

export type ImageKey = { folder: ImageFolder; name: string };

/** The beginning of every image's address. */
export const imageRoot = '/storage/blog-images';
const pattern = `${imageRoot}/(${imageFolders.join('|')})/([0-9]{20,40}\\.(?:${imageTypes.join('|')}))`;
const address = new RegExp(`^${pattern}$`);
const addresses = new RegExp(`(?<![\\w.:])${pattern}(?!\\w)`, 'g');

export function imageAddress({ folder, name }: ImageKey): string {
  return `${imageRoot}/${folder}/${name}`;
}

/** The image that an address means; null for any text that is not exactly such an address. */
export function imageKeyOf(text: string): ImageKey | null {
  const [, folder, name] = address.exec(text) ?? [];
  const known = imageFolders.find((one) => one === folder);
  return known === undefined || name === undefined ? null : { folder: known, name };
}

/** Every address of an image within a text becomes what `change` makes of it. */
export function withImageAddresses(text: string, change: (key: ImageKey, address: string) => string): string {
  return text.replace(addresses, (written) => {
    const key = imageKeyOf(written);
    return key ? change(key, written) : written;
  });
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
};
