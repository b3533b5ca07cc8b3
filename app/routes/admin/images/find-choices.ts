import { href } from 'react-router';

import type { FindImages, LibraryImage, LinkTarget } from '#app/editor/body-rules.ts';

export type ImageChoices = { items: LibraryImage[]; hasMore: boolean };

/** A page of the library. Runs in the browser. @throws when there is no answer */
export const findImages: FindImages = async (query, page, signal) =>
  readAnswer<ImageChoices>(href('/admin/media/choices'), { q: query, page: String(page) }, signal);

/** Posts whose title has these words. Runs in the browser. @throws when there is no answer */
export async function findLinkTargets(
  query: string,
  _page: number,
  signal: AbortSignal,
): Promise<LinkTarget[]> {
  return readAnswer(href('/admin/posts/link-targets'), { q: query }, signal);
}

async function readAnswer<Answer>(
  address: string,
  parameters: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await fetch(`${address}?${new URLSearchParams(parameters)}`, { signal });
  const isData = answer.headers.get('content-type')?.includes('application/json') === true;
  if (!answer.ok || !isData) throw new Error(`The server answered with status ${answer.status}.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both addresses are routes of this product
  return (await answer.json()) as Answer;
}
