import { findSharedPostId } from '#db/queries/share-links.ts';
import { hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { findNewestState } from './newest-state.ts';
import type { PublicPost } from './post.ts';
import { presentPost } from './presenting.ts';
import { shownByLinks, type SharedState } from './shown-by-links.ts';

export type SharedPost = PublicPost & { shows: SharedState };

/** The post that a share link shows, as its public page would show it; null for a link that is not valid. */
export async function findSharedPost(
  ctx: Pick<DomainContext, 'db' | 'timeZone'>,
  token: string,
): Promise<SharedPost | null> {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const id = await findSharedPostId(ctx.db, hashToken(token));
  const found = id === undefined ? null : await findNewestState(ctx.db, id);
  if (!found) return null;
  const { row, hasPendingChanges } = found;
  return { ...presentPost(row, ctx.timeZone), shows: shownByLinks({ ...row, hasPendingChanges }) };
}
