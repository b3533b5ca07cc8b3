import { listAuthors } from '#db/queries/profiles.ts';
import { listCategories, listTags } from '#db/queries/terms.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { authorLabel } from './presenting.ts';

/** Length of a list of choices; others are found by their names. */
const maxChoices = 500;

/** `areMany`: there are more than the list offers without a filter. */
export type ListChoices = {
  categories: { id: string; name: string; slug: string }[];
  authors: { id: string; label: string }[];
  tags: { id: string; name: string }[];
  areMany: { categories: boolean; authors: boolean; tags: boolean };
};

/**
 * The categories and authors that the posts list can be filtered by, and that posts can be given, with tags.
 * @param find text in the names of categories, authors and tags; '' finds all
 */
export async function getListChoices(
  ctx: DomainContext,
  find: { category: string; author: string; tag: string },
): Promise<ListChoices> {
  requirePermission(ctx, 'edit-content');
  const [categories, rows, tags] = await Promise.all([
    listCategories(ctx.db),
    listAuthors(ctx.db),
    listTags(ctx.db),
  ]);
  const authors = rows.map((row) => ({ id: row.user_id, label: authorLabel(row) }));
  return {
    categories: categories.filter(({ name }) => holds(name, find.category)).slice(0, maxChoices),
    authors: authors.filter(({ label }) => holds(label, find.author)).slice(0, maxChoices),
    tags: tags.filter(({ name }) => holds(name, find.tag)).slice(0, maxChoices),
    areMany: {
      categories: categories.length > maxChoices,
      authors: authors.length > maxChoices,
      tags: tags.length > maxChoices,
    },
  };
}

function holds(name: string, words: string): boolean {
  return name.toLowerCase().includes(words.trim().toLowerCase());
}
