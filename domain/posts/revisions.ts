import { findRevision, listRevisions } from '#db/queries/revisions.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { cleanHtml } from '#domain/text/html.ts';
import { readSettings } from './post-settings.ts';
import type { PostState } from './post.ts';

export type Revision = {
  id: string;
  /** A button, the form by itself, something else than the form, or a working draft that was put aside. */
  kind: 'save' | 'autosave' | 'other' | 'discarded';
  savedBy: string | null;
  savedAt: Date;
};

/** The earlier states of a post that are kept, newest first. The present one is the post itself. */
export async function listPostRevisions(ctx: DomainContext, postId: string): Promise<Revision[]> {
  requireActor(ctx);
  if (!isId(postId)) throw notFound('Post not found.');
  const rows = await listRevisions(ctx.db, postId);
  return rows.map((row) => ({
    id: row.id,
    kind: row.save_kind,
    savedBy: row.saved_by_name,
    savedAt: row.saved_at,
  }));
}

/** What a post was. @throws not-found, also for what has been let go. */
export async function getPostRevision(ctx: DomainContext, postId: string, id: string): Promise<PostState> {
  requireActor(ctx);
  const row = isId(postId) && isId(id) ? await findRevision(ctx.db, postId, id) : undefined;
  if (!row) throw notFound('This revision is no longer kept.');
  return { ...readSettings(row.settings), content: cleanHtml(row.content) };
}
