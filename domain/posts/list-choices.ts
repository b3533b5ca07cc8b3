import { findAuthor, listAuthors } from '#db/queries/people.ts';
import { findCategoryBySlug, listCategories } from '#db/queries/terms.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId } from '#domain/text/fields.ts';
import { authorLabel } from './presenting.ts';

/** A list to choose from holds no more; whoever has more categories filters by a press on one of them. */
const mostChoices = 500;

export type ListChoices = {
  categories: { id: string; name: string; slug: string }[];
  authors: { id: string; label: string }[];
};

/** What the posts list can be filtered by, and filed under. */
export async function getListChoices(ctx: DomainContext): Promise<ListChoices> {
  requireActor(ctx);
  const [categories, authors] = await Promise.all([listCategories(ctx.db), listAuthors(ctx.db)]);
  return {
    categories: categories.slice(0, mostChoices),
    authors: authors.slice(0, mostChoices).map((row) => ({ id: row.user_id, label: authorLabel(row) })),
  };
}

/** The names of what a list is filtered by now; null where it is not, or by something that is gone. */
export async function nameFilter(
  ctx: DomainContext,
  filter: { categorySlug: string | null; authorId: string | null },
): Promise<{ category: string | null; author: string | null }> {
  requireActor(ctx);
  const { categorySlug, authorId } = filter;
  const [category, author] = await Promise.all([
    categorySlug === null ? undefined : findCategoryBySlug(ctx.db, categorySlug),
    authorId === null || !isId(authorId) ? undefined : findAuthor(ctx.db, authorId),
  ]);
  return { category: category?.name ?? null, author: author ? authorLabel(author) : null };
}
