import { findPendingChanges } from '#db/queries/pending-changes.ts';
import { findRevisionAt } from '#db/queries/revisions.ts';
import { readerOf, requireActor, type Core } from '#domain/core/context.ts';
import { getPost } from './get-post.ts';
import { readState } from './post-state.ts';
import type { PostState } from './post-fields.ts';
import type { PendingChanges } from './post.ts';

/** A post and its pending changes, if it has any and the actor may read every text. @throws not-found. */
export async function getPostWithPendingChanges(ctx: Core, id: string) {
  const post = await getPost(ctx, id);
  const row = readerOf(requireActor(ctx)) === null ? await findPendingChanges(ctx.db, id) : undefined;
  if (!row) return { post, pendingChanges: null };
  // The post may have been changed since, for example in the posts list.
  const base = row.post_version === post.version ? null : await findRevisionAt(ctx.db, id, row.post_version);
  const pendingChanges: PendingChanges = {
    ...readState(row),
    version: row.version,
    saveKey: row.save_key,
    savedBy: row.saved_by_name,
    savedById: row.saved_by,
    savedAt: row.saved_at,
    isStale: row.post_version !== post.version,
    begunOn: base ? readState(base) : null,
  };
  return { post, pendingChanges };
}

/** The text that is being edited, which is the pending changes of a post if it has any, and its versions. @throws not-found. */
export async function getNewestState(ctx: Core, id: string) {
  const { post, pendingChanges } = await getPostWithPendingChanges(ctx, id);
  const current: PostState = pendingChanges ?? post;
  return { current, versions: { version: post.version, pendingVersion: pendingChanges?.version ?? 0 } };
}
