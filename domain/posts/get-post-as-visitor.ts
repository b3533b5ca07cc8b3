import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { findNewestState } from './newest-state.ts';
import type { PublicPost } from './post.ts';
import { presentPost } from './presenting.ts';

/** A post with its pending changes as its public page would show it. @throws not-found. */
export async function getPostAsVisitor(ctx: DomainContext, id: string): Promise<PublicPost> {
  requirePermission(ctx, 'write-drafts');
  const found = await findNewestState(ctx.db, id);
  if (!found) throw notFound('The requested post could not be found.');
  return presentPost(found.row, ctx.timeZone);
}
