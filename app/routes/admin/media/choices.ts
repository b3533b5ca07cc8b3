import { listImages } from '#domain/images/find-images.ts';
import { imageUses } from '#domain/images/image.ts';
import type { ImageChoices } from '../images/find-choices.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** Images of a use for a dialog, newest first: `?q=` searches names, alt texts and titles of posts. */
export const loader = fileLoader('Failed to load images.', async (domain, { url }) => {
  const search = url.searchParams.get('q') ?? '';
  const page = Number(url.searchParams.get('page') ?? 1);
  const use = imageUses.find((name) => name === url.searchParams.get('use')) ?? 'content';
  const list = await listImages(domain, { search, filter: 'all', use, page });
  const choices: ImageChoices = {
    items: list.items.map(({ src, alt, width, height, originalName, uses }) => ({
      src,
      alt,
      width,
      height,
      name: originalName,
      posts: [...new Map(uses.map(({ postId, title }) => [postId, title])).values()],
    })),
    hasMore: list.page < list.pages,
  };
  return Response.json(choices);
});
