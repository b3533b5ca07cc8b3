import { href } from 'react-router';

import type { ImageLibrary, LibraryImage } from '#app/editor/services.ts';
import { readJson } from '../hooks/use-lookup.ts';

export type ImageChoices = { items: LibraryImage[]; hasMore: boolean };

/** The library of images, and posts by their title. For the browser. */
export const library: ImageLibrary = {
  findImages: (query, page, signal) => {
    const parameters = new URLSearchParams({ q: query, page: String(page) });
    return readJson(`${href('/admin/media/choices')}?${parameters}`, signal);
  },
  findTargets: (query, _page, signal) =>
    readJson(`${href('/admin/posts/link-targets')}?${new URLSearchParams({ q: query })}`, signal),
};
