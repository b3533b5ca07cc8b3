import type { Database } from '#db/client.ts';
import { findCategory } from '#db/queries/terms.ts';
import { findAdminByUser } from '#db/queries/people.ts';
import { invalid } from '#domain/errors.ts';
import type { PostInput } from './post-input.ts';

/**
 * A category that was deleted meanwhile, or an author who is not an administrator, is said rather than dropped. An
 * author whom the post already has may stay, whatever became of the account.
 */
export async function assertReferencesExist(
  db: Database,
  post: Pick<PostInput, 'categoryId' | 'authorId'>,
  authorBefore: string | null = null,
): Promise<void> {
  if (post.categoryId !== null && (await findCategory(db, post.categoryId)) === undefined) {
    throw invalid('The chosen category no longer exists. Please choose another one.');
  }
  if (
    post.authorId !== null &&
    post.authorId !== authorBefore &&
    !(await findAdminByUser(db, post.authorId))
  ) {
    throw invalid('The chosen author is no longer an administrator. Please choose another one.');
  }
}

/**
 * A featured image is one that was uploaded here and is still there; what a post already shows may stay. Nothing
 * else is taken as an address, so a save can neither load nor delete what somebody typed.
 */
export function assertImageExists(
  address: string | null,
  { isFeaturedThere }: { isFeaturedThere: boolean },
  before: string | null = null,
): void {
  if (address === null || isFeaturedThere || address === before) return;
  throw invalid('The featured image is no longer there. Please upload it again.');
}
