import { findPost, findPostByCreationKey, type EditablePostRow } from '#db/queries/posts.ts';
import { findRevisionAt } from '#db/queries/revisions.ts';
import { findPendingChanges } from '#db/queries/pending-changes.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { cleanHtml } from '#domain/text/html.ts';
import { readSettings, settingsOfRow } from './post-settings.ts';
import type { EditablePost, PostState, PendingChanges } from './post.ts';

/** A post as the edit form holds it. @throws not-found. */
export async function getPost(ctx: DomainContext, id: string): Promise<EditablePost> {
  requireActor(ctx);
  const row = isId(id) ? await findPost(ctx.db, id) : undefined;
  if (!row) throw notFound('Post not found.');
  return editablePost(row);
}

/** The post and, if it has one, the working draft that waits to go live. @throws not-found. */
export async function getPostWithDraft(
  ctx: DomainContext,
  id: string,
): Promise<{ post: EditablePost; draft: PendingChanges | null }> {
  const post = await getPost(ctx, id);
  const row = await findPendingChanges(ctx.db, id);
  if (!row) return { post, draft: null };
  // The post may have been changed from elsewhere, the list for one, since the draft was begun.
  const base = row.post_version === post.version ? null : await findRevisionAt(ctx.db, id, row.post_version);
  const draft: PendingChanges = {
    ...stateOf(row),
    version: row.version,
    saveKey: row.save_key,
    savedBy: row.saved_by_name,
    savedAt: row.saved_at,
    isStale: row.post_version !== post.version,
    begunOn: base ? stateOf(base) : null,
  };
  return { post, draft };
}

/** The id of the post that a form has created, also when its answer never arrived. */
export async function findCreatedPostId(ctx: DomainContext, creationKey: unknown): Promise<string | null> {
  requireActor(ctx);
  if (typeof creationKey !== 'string' || !isId(creationKey)) return null;
  return (await findPostByCreationKey(ctx.db, creationKey))?.id ?? null;
}

function stateOf(row: { settings: unknown; content: string }): PostState {
  return { ...readSettings(row.settings), content: cleanHtml(row.content) };
}

function editablePost(row: EditablePostRow): EditablePost {
  return {
    ...settingsOfRow(row),
    id: row.id,
    content: cleanHtml(row.content),
    scheduled: row.scheduled,
    firstPublishedAt: row.first_published_at,
    version: row.version,
    saveKey: row.save_key,
    savedBy: row.saved_by_name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
