import { findRestoredAt } from '#db/queries/newsletter-setup.ts';
import type { DomainContext } from '#domain/context.ts';

/**
 * When the site was restored, if it cannot know whether a post was emailed: a backup does not have what was sent after it
 * was made. Null: the post is newer, or the site knows of a sending.
 */
export async function findRestore(
  { db }: Pick<DomainContext, 'db'>,
  post: { created_at: Date },
  sendings: readonly unknown[],
): Promise<Date | null> {
  if (sendings.length > 0) return null;
  const restoredAt = await findRestoredAt(db);
  return restoredAt !== null && post.created_at < restoredAt ? restoredAt : null;
}
