import { findAuthor, listAuthors } from '#db/queries/people.ts';
import { findCategoryBySlug, listCategories } from '#db/queries/terms.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId } from '#domain/text/fields.ts';
import { authorLabel } from './presenting.ts';

/** A list to choose from holds no more; beyond, it is found by its name. */
const mostChoices = 500;

/** `areMany`: there are more than a list holds, whatever was found. */
export type ListChoices = {
  categories: { id: string; name: string; slug: string }[];
  authors: { id: string; label: string }[];
  areMany: { categories: boolean; authors: boolean };
};

/**
 * What the posts list can be filtered by, and filed under.
 * @param find words in the names of categories and of authors; '' finds all
 */
export async function getListChoices(
  ctx: DomainContext,
  find: { category: string; author: string },
): Promise<ListChoices> {
  requireActor(ctx);
  const [categories, rows] = await Promise.all([listCategories(ctx.db), listAuthors(ctx.db)]);
  const authors = rows.map((row) => ({ id: row.user_id, label: authorLabel(row) }));
  return {
    categories: categories.filter(({ name }) => holds(name, find.category)).slice(0, mostChoices),
    authors: authors.filter(({ label }) => holds(label, find.author)).slice(0, mostChoices),
    areMany: { categories: categories.length > mostChoices, authors: authors.length > mostChoices },
  };
}

function holds(name: string, words: string): boolean {
  return name.toLowerCase().includes(words.trim().toLowerCase());
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
