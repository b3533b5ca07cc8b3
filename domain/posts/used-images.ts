import type { ImagePlace } from '#db/tables.ts';
import type { FieldColumn, FieldName, FieldValues } from './post-fields.ts';
import { imageLimits } from '#domain/images/image-limits.ts';
import { imageKeyOf, type ImageKey } from '#domain/images/image.ts';

type Chosen = { place: ImagePlace; column: FieldColumn; name: FieldName };

/** The columns of a post that hold an image, with their fields and the places that link it. */
export const imageFields = [
  { place: 'featured', column: 'featured_image', name: 'featuredImage' },
  { place: 'social', column: 'social_image', name: 'socialImage' },
  { place: 'logo', column: 'client_logo', name: 'clientLogo' },
] as const satisfies Chosen[];

export type ImageColumn = (typeof imageFields)[number]['column'];
export type ShownImages = Pick<FieldValues, (typeof imageFields)[number]['name']>;
/** `alt` is what the post says that a reader of it sees. */
type UsedImage = { place: ImagePlace; key: ImageKey; alt?: string };

/** The images of this site that a post uses: those of its fields and those in its body, each once. Pure. */
export function usedImages(post: ShownImages, inBody: readonly { src: string; alt: string }[]): UsedImage[] {
  const body = new Map<string, UsedImage>();
  for (const { src, alt: written } of inBody) {
    const key = imageKeyOf(src);
    const alt = Array.from(written).slice(0, imageLimits.alt).join('').trim();
    if (key) body.set(key.name, { place: 'body', key, ...(alt !== '' && { alt }) });
  }
  const chosen = imageFields.flatMap(({ place, name }) => {
    const address = post[name];
    const key = address === null ? null : imageKeyOf(address);
    return key ? [{ place, key }] : [];
  });
  return [...chosen, ...body.values()];
}
