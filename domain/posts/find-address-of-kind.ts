import type { DomainContext } from '#domain/context.ts';
import { findPublicOfKind, findSlugRedirect } from '#db/queries/public-posts.ts';
import type { PostKind } from '#domain/kinds.ts';
import { isSlug } from '#domain/text/slug.ts';
import { wholePostKeys } from './content-keys.ts';
import type { PublicPost } from './post.ts';
import { presentPost } from './presenting.ts';

/** What is at an address of a plain page or a case study: the post, where it has moved, or nothing, no longer or never. */
export type AddressOfKind =
  | { kind: 'found'; post: PublicPost }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone' }
  | { kind: 'unknown' };

/**
 * The post of a kind, redirect (also for capitals) or absence at its address. One statement for a post; a second one only
 * when there is none.
 */
export async function findAddressOfKind(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
  kind: PostKind,
  slug: string,
): Promise<AddressOfKind> {
  // Programs try many addresses, few of which a post could have.
  const plain = slug.toLowerCase();
  if (!isSlug(plain)) return { kind: 'unknown' };
  const row = await findPublicOfKind(ctx.db, kind, plain);
  if (row && plain !== slug) return { kind: 'moved', slug: plain };
  if (row) {
    ctx.showsContent?.(wholePostKeys([row]));
    return { kind: 'found', post: presentPost(row, ctx.timeZone) };
  }
  const former = await findSlugRedirect(ctx.db, plain, kind);
  if (!former) return { kind: 'unknown' };
  return former.slug === null ? { kind: 'gone' } : { kind: 'moved', slug: former.slug };
}
