import { findProfile } from '#db/queries/profiles.ts';
import { findTerm } from '#db/queries/managed-terms.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { isId } from '#domain/fields/fields.ts';
import { authorLabel } from '#domain/taxonomy/author.ts';

/** The names of the category and the author that a list is filtered by; null for none, or one that was deleted. */
export async function nameFilter(
  ctx: Core,
  filter: { categorySlug: string | null; authorId: string | null },
): Promise<{ category: string | null; author: string | null }> {
  requirePermission(ctx, 'write-drafts');
  const { categorySlug, authorId } = filter;
  const [category, author] = await Promise.all([
    categorySlug === null ? undefined : findTerm(ctx.db, 'category', { slug: categorySlug }),
    authorId === null || !isId(authorId) ? undefined : findProfile(ctx.db, authorId),
  ]);
  return { category: category?.name ?? null, author: author ? authorLabel(author) : null };
}
