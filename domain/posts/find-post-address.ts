import type { Core } from '#domain/core/context.ts';
import { findPublicBySlug, maxRelated } from '#db/queries/public-posts.ts';
import { listCaseStudiesOf } from './case-studies.ts';
import { postPageKeys, type ContentRecorder } from './content-keys.ts';
import { findAbsence } from './find-address-of-kind.ts';
import { presentCard, presentPost } from './presenting.ts';

/** The post, redirect or absence at /blog/{slug}. One statement, and a second one for a post with tags or without a post. */
export async function findPostAddress(ctx: Pick<Core, 'db' | 'timeZone'> & ContentRecorder, slug: string) {
  const row = await findPublicBySlug(ctx.db, slug);
  if (!row) return findAbsence(ctx, 'post', slug);
  ctx.showsContent?.(postPageKeys(row, maxRelated));
  const { older, newer } = row;
  const related = row.related.map((card) => presentCard(card, ctx.timeZone));
  const caseStudies = await listCaseStudiesOf(ctx, row);
  /** `related`: posts that share tags or the category with it, most similar first. */
  const post = { ...presentPost(row, ctx.timeZone), older, newer, related, caseStudies };
  return { kind: 'post' as const, post };
}

export type PublicPostInPlace = Extract<
  Awaited<ReturnType<typeof findPostAddress>>,
  { kind: 'post' }
>['post'];
