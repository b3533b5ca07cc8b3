import type { Database } from '#db/client.ts';
import { replacePostImages } from '#db/queries/images.ts';
import type { PostRow } from '#db/tables.ts';
import { invalid } from '#domain/core/errors.ts';
import type { BodyTree } from '#domain/html/html-tree.ts';
import { postFields } from './post-fields.ts';
import { imageFields, usedImages, type ImageColumn, type ShownImages } from './used-images.ts';

/**
 * Links a post with the images that it shows. The image of a field must be a stored upload, unless the post has it
 * already: no other address is accepted, so that a save can neither load nor delete an address that a client made up.
 * @param after whether the save decides which images the post has, or an autosave only adds some
 * @returns whether any image leaves
 * @throws invalid
 */
export async function linkImages(
  trx: Database,
  postId: string,
  { text, tree }: { text: ShownImages; tree: BodyTree },
  before: Partial<Pick<PostRow, ImageColumn>>,
  after: 'save' | 'autosave',
): Promise<boolean> {
  const { found, isAnyLeaving } = await replacePostImages(trx, postId, usedImages(text, tree), after);
  for (const { place, column, name } of imageFields) {
    if (text[name] === null || found.has(place) || text[name] === before[column]) continue;
    const message = `The ${postFields[name].label.toLowerCase()} is no longer there. Please upload it again.`;
    throw invalid(message, { [name]: message });
  }
  return isAnyLeaving && after === 'save';
}
