import { findTermSlugRedirect, type TermKind } from '#db/queries/managed-terms.ts';
import type { Core } from '#domain/core/context.ts';

/** The present slug of the category, tag or author that this slug once led to; null when none did. */
export async function findMovedTerm(
  ctx: Pick<Core, 'db'>,
  kind: TermKind,
  slug: string,
): Promise<string | null> {
  return (await findTermSlugRedirect(ctx.db, kind, slug)) ?? null;
}
