import { imageKeyOf, type ImageKey } from './image.ts';

/**
 * The images of this site that a post uses: its featured one, that of its shared links, and those in its body. Pure.
 * @param post.content cleaned HTML, as it is stored
 */
export function usedImages(post: {
  featuredImage: string | null;
  socialImage: string | null;
  content: string;
}): { featured: ImageKey | null; social: ImageKey | null; body: ImageKey[] } {
  const body = new Map<string, ImageKey>();
  for (const [, src = ''] of post.content.matchAll(/<img\b[^>]*?\ssrc="([^"]*)"/g)) {
    const key = imageKeyOf(src);
    if (key) body.set(key.name, key);
  }
  return {
    featured: keyOf(post.featuredImage),
    social: keyOf(post.socialImage),
    body: [...body.values()],
  };
}

function keyOf(address: string | null): ImageKey | null {
  return address === null ? null : imageKeyOf(address);
}
