import { listAuthors } from '#db/queries/profiles.ts';
import { listCategories, listTags } from '#db/queries/terms.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { authorLabel } from './presenting.ts';

export type TermChoice = { id: string; name: string };

/** The categories, tags and authors that the form of a post offers, by name. */
export async function getPostFormChoices(ctx: DomainContext): Promise<{
  categories: TermChoice[];
  tags: TermChoice[];
  authors: { id: string; label: string }[];
}> {
  requirePermission(ctx, 'edit-content');
  const [categories, tags, authors] = await Promise.all([
    listCategories(ctx.db),
    listTags(ctx.db),
    listAuthors(ctx.db),
  ]);
  return {
    categories: categories.map(termChoice),
    tags: tags.map(termChoice),
    authors: authors.map((row) => ({ id: row.user_id, label: authorLabel(row) })),
  };
}

/** There may be thousands: only what the form shows is sent. */
function termChoice({ id, name }: TermChoice): TermChoice {
  return { id, name };
}
