import { listAuthors } from '#db/queries/people.ts';
import { listCategories, listTags, type TermRow } from '#db/queries/terms.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { authorLabel } from './presenting.ts';

export type TermChoice = TermRow;

/** Everything a post can be filed under: categories and tags by name, administrators as authors. */
export async function getPostFormChoices(ctx: DomainContext): Promise<{
  categories: TermChoice[];
  tags: TermChoice[];
  authors: { id: string; label: string }[];
}> {
  requireActor(ctx);
  const [categories, tags, authors] = await Promise.all([
    listCategories(ctx.db),
    listTags(ctx.db),
    listAuthors(ctx.db),
  ]);
  return { categories, tags, authors: authors.map((row) => ({ id: row.user_id, label: authorLabel(row) })) };
}
