import type { Core } from '#domain/core/context.ts';
import { findPublicOfKind, findSlugRedirect } from '#db/queries/public-posts.ts';
import type { PostKind } from '#domain/core/kinds.ts';
import { isSlug } from '#domain/fields/slug.ts';
import { wholePostKeys, type ContentRecorder } from './content-keys.ts';
import { presentPost } from './presenting.ts';

/** Where no post is: where it has moved, or nothing, no longer or never. */
type Absence = { kind: 'moved'; slug: string } | { kind: 'gone' } | { kind: 'unknown' };

/**
 * The post of a kind, redirect (also for capitals) or absence at its address. One statement for a post; a second one only
 * when there is none.
 */
export async function findAddressOfKind(
  ctx: Pick<Core, 'db' | 'timeZone'> & ContentRecorder,
  kind: PostKind,
  slug: string,
) {
  // Programs try many addresses, few of which a post could have.
  const plain = slug.toLowerCase();
  if (!isSlug(plain)) return { kind: 'unknown' as const };
  const row = await findPublicOfKind(ctx.db, kind, plain);
  if (!row) return findAbsence(ctx, kind, plain);
  if (plain !== slug) return { kind: 'moved' as const, slug: plain };
  ctx.showsContent?.(wholePostKeys([row]));
  return { kind: 'found' as const, post: presentPost(row, ctx.timeZone) };
}

/** The result for an address at which there is no public post of a kind. One statement. */
export async function findAbsence({ db }: Pick<Core, 'db'>, kind: PostKind, slug: string): Promise<Absence> {
  const former = await findSlugRedirect(db, slug, kind);
  if (!former) return { kind: 'unknown' };
  return former.slug === null ? { kind: 'gone' } : { kind: 'moved', slug: former.slug };
}
