import type { DomainContext } from '#domain/context.ts';
import { getPostFormChoices } from './get-post-form-choices.ts';

/** Length of a list of choices; others are found by their names. */
const maxChoices = 500;

/** `areMany`: there are more than the list offers without a filter. */
type Choices = Omit<Awaited<ReturnType<typeof getPostFormChoices>>, 'publicAuthors'>;
export type ListChoices = Choices & { areMany: Record<keyof Choices, boolean> };

/**
 * The categories and authors that the posts list can be filtered by, and that posts can be given, with tags.
 * @param find text in the names of categories, authors and tags; '' finds all
 */
export async function getListChoices(
  ctx: DomainContext,
  find: { category: string; author: string; tag: string },
): Promise<ListChoices> {
  const { categories, authors, tags } = await getPostFormChoices(ctx);
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
