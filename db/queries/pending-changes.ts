import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { nameOf } from './profiles.ts';

/** `settings` is everything but the content. */
export type PendingChangesState = {
  postId: string;
  postVersion: number;
  savedBy: string;
  saveKey: string;
  savedAt: Date;
  settings: object;
  content: string;
};

export function findPendingChanges(db: Database, postId: string) {
  return db
    .selectFrom('blog_post_pending_changes as d')
    .selectAll('d')
    .select(nameOf('d.saved_by').as('saved_by_name'))
    .where('d.post_id', '=', postId)
    .executeTakeFirst();
}

/** The version of the pending changes; 0 without any. A caller that writes afterwards must lock the post's row before. */
export async function findPendingChangesVersion(db: Database, postId: string): Promise<number> {
  const row = await db
    .selectFrom('blog_post_pending_changes')
    .select('version')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Inserts or overwrites the pending changes of a post. */
export function putPendingChanges(db: Database, state: PendingChangesState): Promise<{ version: number }> {
  const written = {
    saved_by: state.savedBy,
    save_key: state.saveKey,
    saved_at: state.savedAt,
    settings: JSON.stringify(state.settings),
    content: state.content,
  };
  return db
    .insertInto('blog_post_pending_changes')
    .values({ post_id: state.postId, post_version: state.postVersion, ...written })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet((eb) => ({
        ...written,
        post_version: state.postVersion,
        version: eb('blog_post_pending_changes.version', '+', 1),
      })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
}

/** Ends the pending changes, if there are any. They become a revision unless the caller has seen their version. */
export async function endPendingChanges(
  db: Database,
  postId: string,
  seenVersion: number | null,
): Promise<void> {
  if (seenVersion === null) await copyPendingChangesToRevisions(db, postId);
  await db.deleteFrom('blog_post_pending_changes').where('post_id', '=', postId).execute();
}

export async function copyPendingChangesToRevisions(db: Database, postId: string): Promise<void> {
  await db
    .insertInto('blog_post_revisions')
    .columns(archivedColumns)
    .expression((eb) =>
      eb
        .selectFrom('blog_post_pending_changes')
        .where('post_id', '=', postId)
        .select([
          'post_id',
          'post_version',
          'saved_by',
          sql<'discarded'>`'discarded'`.as('kind'),
          'saved_at',
          sql<string>`settings`.as('settings'),
          'content',
        ]),
    )
    .execute();
}

const archivedColumns = [
  'post_id',
  'version',
  'saved_by',
  'save_kind',
  'saved_at',
  'settings',
  'content',
] as const;
