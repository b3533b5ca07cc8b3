import type { Core } from '#domain/core/context.ts';
import { findTerm } from '#db/queries/managed-terms.ts';
import type { TermName } from './post.ts';
import type { ContentRecorder } from './content-keys.ts';

/** A tag by its slug, with or without public posts; null when there is none. */
export async function findTag(
  ctx: Pick<Core, 'db'> & ContentRecorder,
  slug: string,
): Promise<TermName | null> {
  const tag = await findTerm(ctx.db, 'tag', { slug });
  if (tag) ctx.showsContent?.([`tag:${tag.id}`]);
  return tag ? { name: tag.name, slug: tag.slug } : null;
}
