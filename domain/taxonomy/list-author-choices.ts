import { listTerms } from '#db/queries/managed-terms.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';

/** The authors that visitors see, by name, as forms offer them. */
export async function listAuthorChoices(ctx: Core): Promise<{ id: string; name: string; slug: string }[]> {
  requirePermission(ctx, 'write-drafts');
  const authors = await listTerms(ctx.db, 'author');
  return authors.map(({ id, name, slug }) => ({ id, name, slug }));
}
