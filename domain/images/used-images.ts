import { imageKeyOf, type ImageKey } from './image.ts';

/**
 * The images of this site that a post uses: its featured one and those in its body. Pure.
 * @param content cleaned HTML, as it is stored.
 */
export function usedImages(
  featuredImage: string | null,
  content: string,
): { featured: ImageKey | null; body: ImageKey[] } {
  const body = new Map<string, ImageKey>();
  for (const [, src = ''] of content.matchAll(/<img\b[^>]*?\ssrc="([^"]*)"/g)) {
    const key = imageKeyOf(src);
    if (key) body.set(key.name, key);
  }
  return { featured: featuredImage === null ? null : imageKeyOf(featuredImage), body: [...body.values()] };
}
