import { href } from 'react-router';

import type { ImageUse } from '#domain/images/image.ts';
import type { ImageLibrary, LibraryImage } from '#app/editor/services.ts';
import { readJson } from '../hooks/use-lookup.ts';

export type ImageChoices = { items: LibraryImage[]; hasMore: boolean };

/** The images of each use, and posts by their title. For the browser. */
export const libraries = {
  content: libraryOf('content'),
  portraits: libraryOf('portraits'),
  logos: libraryOf('logos'),
};

function libraryOf(use: ImageUse): ImageLibrary {
  return {
    findImages: (query, page, signal) => {
      const parameters = new URLSearchParams({ use, q: query, page: String(page) });
      return readJson(`${href('/admin/media/choices')}?${parameters}`, signal);
    },
    findTargets: (query, _page, signal) =>
      readJson(`${href('/admin/posts/link-targets')}?${new URLSearchParams({ q: query })}`, signal),
  };
}
