import { sql, type Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { nameOf } from './profiles.ts';

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

/** Differs from the versions of changes that were discarded: a save that was begun on them must not match later ones. */
const firstVersion = sql<number>`1 + floor(random() * 1000000000)`;

/** Inserts or overwrites the pending changes of a post. */
export function putPendingChanges(
  db: Database,
  state: Insertable<Tables['blog_post_pending_changes']>,
): Promise<{ version: number }> {
  return db
    .insertInto('blog_post_pending_changes')
    .values({ ...state, version: firstVersion })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet((eb) => ({
        ...state,
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
