import type { Core } from '#domain/core/context.ts';
import { listPublicCategories } from '#db/queries/public-posts.ts';
import type { TermName } from './post.ts';
import type { ContentRecorder } from './content-keys.ts';

/** Categories that have at least one public post, by name. */
export function listCategoriesInUse(ctx: Pick<Core, 'db'> & ContentRecorder): Promise<TermName[]> {
  ctx.showsContent?.(['categories']);
  return listPublicCategories(ctx.db);
}
