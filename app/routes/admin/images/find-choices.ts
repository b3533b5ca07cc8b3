import { href } from 'react-router';

import type { FindImages, LibraryImage, LinkTarget } from '#app/editor/body-rules.ts';
import { readJson } from '../hooks/use-lookup.ts';

export type ImageChoices = { items: LibraryImage[]; hasMore: boolean };

/** A page of the library. Runs in the browser. @throws when there is no answer */
export const findImages: FindImages = async ({ query, post }, page, signal) => {
  const parameters = { q: query, page: String(page), ...(post === null ? {} : { post }) };
  return readJson<ImageChoices>(`${href('/admin/media/choices')}?${new URLSearchParams(parameters)}`, signal);
};

/** Posts whose title has these words. Runs in the browser. @throws when there is no answer */
export async function findLinkTargets(
  query: string,
  _page: number,
  signal: AbortSignal,
): Promise<LinkTarget[]> {
  return readJson(`${href('/admin/posts/link-targets')}?${new URLSearchParams({ q: query })}`, signal);
}
