import type { Database } from '#db/client.ts';
import { findTerm } from '#db/queries/managed-terms.ts';
import { findAdminByUser } from '#db/queries/admins.ts';
import { invalid } from '#domain/core/errors.ts';
import type { FieldValues } from './post-fields.ts';

/**
 * Refuses a category or public author that was deleted meanwhile and an author who is not an administrator. The present author of the post
 * may stay without being one.
 * @throws invalid
 */
export async function assertReferencesExist(
  db: Database,
  post: Pick<FieldValues, 'categoryId' | 'authorId' | 'publicAuthorId'>,
  authorBefore: string | null,
): Promise<void> {
  const { categoryId, publicAuthorId, authorId } = post;
  if (categoryId !== null && !(await findTerm(db, 'category', { id: categoryId })))
    throw refused('categoryId', 'chosen category no longer exists');
  if (publicAuthorId && !(await findTerm(db, 'author', { id: publicAuthorId })))
    throw refused('publicAuthorId', 'author that the post is shown as no longer exists');
  if (authorId !== null && authorId !== authorBefore && !(await findAdminByUser(db, authorId)))
    throw refused('authorId', 'chosen author is no longer an administrator');
}

function refused(field: string, what: string) {
  const message = `The ${what}. Please choose another one.`;
  return invalid(message, { [field]: message });
}
