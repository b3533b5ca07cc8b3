import { findPendingChanges } from '#db/queries/pending-changes.ts';
import { findRevisionAt } from '#db/queries/revisions.ts';
import type { DomainContext } from '#domain/context.ts';
import { getPost, type EditablePost } from './get-post.ts';
import { readState } from './post-settings.ts';
import type { PendingChanges } from './post.ts';

/** A post and its pending changes, if it has any. @throws not-found. */
export async function getPostWithPendingChanges(
  ctx: DomainContext,
  id: string,
): Promise<{ post: EditablePost; pendingChanges: PendingChanges | null }> {
  const post = await getPost(ctx, id);
  const row = await findPendingChanges(ctx.db, id);
  if (!row) return { post, pendingChanges: null };
  // The post may have been changed since, for example in the posts list.
  const base = row.post_version === post.version ? null : await findRevisionAt(ctx.db, id, row.post_version);
  const pendingChanges: PendingChanges = {
    ...readState(row.settings, row.content),
    version: row.version,
    saveKey: row.save_key,
    savedBy: row.saved_by_name,
    savedById: row.saved_by,
    savedAt: row.saved_at,
    isStale: row.post_version !== post.version,
    begunOn: base ? readState(base.settings, base.content) : null,
  };
  return { post, pendingChanges };
}
