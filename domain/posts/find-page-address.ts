import type { DomainContext } from '#domain/context.ts';
import { findPublicOfKind, findSlugRedirect } from '#db/queries/public-posts.ts';
import type { PostKind } from '#domain/kinds.ts';
import { isSlug } from '#domain/text/slug.ts';
import { wholePostKeys } from './content-keys.ts';
import type { PublicPost } from './post.ts';
import { presentPost } from './presenting.ts';

/** What is at an address of a plain page, or of a post of another kind: the page, where it has moved, or nothing, no longer or never. */
export type PageAddress =
  | { kind: 'page'; page: PublicPost }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone' }
  | { kind: 'unknown' };

/**
 * The plain page, redirect (also for capitals) or absence at /{slug}, or at the address of another kind. One statement for
 * a page; a second one only when there is none.
 */
export async function findPageAddress(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
  slug: string,
  kind: PostKind = 'page',
): Promise<PageAddress> {
  // Programs try many addresses, few of which a page could have.
  const plain = slug.toLowerCase();
  if (!isSlug(plain)) return { kind: 'unknown' };
  const row = await findPublicOfKind(ctx.db, kind, plain);
  if (row && plain !== slug) return { kind: 'moved', slug: plain };
  if (row) {
    ctx.showsContent?.(wholePostKeys([row]));
    return { kind: 'page', page: presentPost(row, ctx.timeZone) };
  }
  const former = await findSlugRedirect(ctx.db, plain, kind);
  if (!former) return { kind: 'unknown' };
  return former.slug === null ? { kind: 'gone' } : { kind: 'moved', slug: former.slug };
}
