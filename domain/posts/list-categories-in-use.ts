import type { DomainContext } from '#domain/context.ts';
import { listPublicCategories } from '#db/queries/public-posts.ts';
import type { TermName } from './post.ts';

/** Categories that have at least one public post, by name. */
export function listCategoriesInUse(ctx: Pick<DomainContext, 'db' | 'showsContent'>): Promise<TermName[]> {
  ctx.showsContent?.(['categories']);
  return listPublicCategories(ctx.db);
}
