import { findPost } from '#db/queries/posts.ts';
import { readerOf, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { cleanHtml } from '#domain/html/html.ts';
import { stateOfRow } from './post-row.ts';

export type EditablePost = Awaited<ReturnType<typeof getPost>>;

/** A post as the edit form needs it, without its pending changes. @throws not-found, also for one that the actor may not read. */
export async function getPost(ctx: Core, id: string) {
  const readerId = readerOf(requirePermission(ctx, 'write-drafts'));
  const row = isId(id) ? await findPost(ctx.db, id, readerId) : undefined;
  if (!row) throw notFound('Post not found.');
  return {
    ...stateOfRow(row),
    id: row.id,
    content: cleanHtml(row.content),
    scheduled: row.scheduled,
    firstPublishedAt: row.first_published_at,
    version: row.version,
    /** Idempotency key of the save that made this version. */
    saveKey: row.save_key,
    /** Name and id of the user who saved this version; null when it is not known. */
    savedBy: row.saved_by_name,
    savedById: row.saved_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
