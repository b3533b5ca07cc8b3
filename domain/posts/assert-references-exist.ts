import type { Database } from '#db/client.ts';
import type { FoundImages } from '#db/queries/images.ts';
import { findCategory } from '#db/queries/terms.ts';
import { findAdminByUser } from '#db/queries/admins.ts';
import type { PostRow } from '#db/tables.ts';
import { invalid } from '#domain/errors.ts';
import type { PostInput } from './post-input.ts';

/**
 * Refuses a category that was deleted meanwhile and an author who is not an administrator. The present author of the post
 * may stay without being one.
 * @throws invalid
 */
export async function assertReferencesExist(
  db: Database,
  post: Pick<PostInput, 'categoryId' | 'authorId'>,
  authorBefore: string | null = null,
): Promise<void> {
  if (post.categoryId !== null && (await findCategory(db, post.categoryId)) === undefined) {
    const message = 'The chosen category no longer exists. Please choose another one.';
    throw invalid(message, { categoryId: message });
  }
  if (
    post.authorId !== null &&
    post.authorId !== authorBefore &&
    !(await findAdminByUser(db, post.authorId))
  ) {
    const message = 'The chosen author is no longer an administrator. Please choose another one.';
    throw invalid(message, { authorId: message });
  }
}

/**
 * Refuses a featured or social image that is not a stored upload; the present one of the post may stay. No other address
 * is accepted, so that a save can neither load nor delete an address that a client made up.
 * @throws invalid
 */
export function assertImagesExist(
  wanted: ChosenImages,
  { isFeaturedThere, isSocialThere }: FoundImages,
  before: ChosenImages = { featured_image: null, social_image: null },
): void {
  const { featured_image, social_image } = wanted;
  if (featured_image !== null && !isFeaturedThere && featured_image !== before.featured_image) {
    const message = 'The featured image is no longer there. Please upload it again.';
    throw invalid(message, { featuredImage: message });
  }
  if (social_image !== null && !isSocialThere && social_image !== before.social_image) {
    const message = 'The social image is no longer there. Please upload it again.';
    throw invalid(message, { socialImage: message });
  }
}

type ChosenImages = Pick<PostRow, 'featured_image' | 'social_image'>;
