import { listTerms, type TermRow } from '#db/queries/managed-terms.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';

/** The authors that visitors see, by name, as forms offer them. */
export async function listAuthorChoices(ctx: Core): Promise<TermRow[]> {
  requirePermission(ctx, 'write-drafts');
  return listTerms(ctx.db, 'author');
}
