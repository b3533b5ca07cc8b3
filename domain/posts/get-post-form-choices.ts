import { listAuthors } from '#db/queries/profiles.ts';
import { listTerms } from '#db/queries/managed-terms.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { authorLabel } from '#domain/taxonomy/author.ts';
import { listAuthorChoices } from '#domain/taxonomy/list-author-choices.ts';

type Term = { id: string; name: string };
export type PostChoices<Category = Term> = {
  categories: Category[];
  tags: Term[];
  authors: { id: string; label: string }[];
  publicAuthors: (Term & { slug: string })[];
};

/** The categories, tags and authors that the form of a post offers, by name. */
export async function getPostFormChoices(ctx: Core): Promise<PostChoices<Term & { slug: string }>> {
  requirePermission(ctx, 'write-drafts');
  const [categories, tags, authors, publicAuthors] = await Promise.all([
    listTerms(ctx.db, 'category'),
    listTerms(ctx.db, 'tag'),
    listAuthors(ctx.db),
    listAuthorChoices(ctx),
  ]);
  // There may be thousands: only what the form shows is sent.
  return {
    categories: categories.map(({ id, name, slug }) => ({ id, name, slug })),
    tags: tags.map(({ id, name }) => ({ id, name })),
    authors: authors.map((row) => ({ id: row.user_id, label: authorLabel(row) })),
    publicAuthors,
  };
}
