import type { DomainContext } from '#domain/context.ts';
import { findPublicBySlug, findSlugRedirect } from '#db/queries/public-posts.ts';
import { listCaseStudiesOf } from './case-studies.ts';
import { postPageKeys } from './content-keys.ts';
import type { PostAddress } from './post.ts';
import { presentCard, presentPost } from './presenting.ts';

const maxRelated = 3;

/** The post, redirect or absence at /blog/{slug}. One statement, and a second one for a post with tags or without a post. */
export async function findPostAddress(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
  slug: string,
): Promise<PostAddress> {
  const row = await findPublicBySlug(ctx.db, slug, maxRelated);
  if (row) {
    ctx.showsContent?.(postPageKeys(row, maxRelated));
    const { older, newer } = row;
    const related = row.related.map((card) => presentCard(card, ctx.timeZone));
    const caseStudies = await listCaseStudiesOf(ctx, row);
    return { kind: 'post', post: { ...presentPost(row, ctx.timeZone), older, newer, related, caseStudies } };
  }
  const former = await findSlugRedirect(ctx.db, slug, 'post');
  if (!former) return { kind: 'unknown' };
  return former.slug === null ? { kind: 'gone' } : { kind: 'moved', slug: former.slug };
}
