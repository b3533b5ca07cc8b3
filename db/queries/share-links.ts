import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { mayDelete } from './clock.ts';
import { hasWritten } from './outcome.ts';
import { nameOf } from './profiles.ts';

/** The clock is that of the database, as for every rule of visibility. */
export function insertShareLink(
  db: Database,
  link: { postId: string; createdBy: string; tokenHash: Buffer; days: number },
) {
  return db
    .insertInto('blog_post_share_links')
    .values({
      post_id: link.postId,
      created_by: link.createdBy,
      token_hash: link.tokenHash,
      expires_at: sql<Date>`now() + make_interval(days => ${link.days})`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** The links of a post that have not expired, newest first. */
export function listShareLinkRows(db: Database, postId: string) {
  return db
    .selectFrom('blog_post_share_links as l')
    .select(['l.id', 'l.expires_at as expiresAt'])
    .select(nameOf('l.created_by').$notNull().as('createdBy'))
    .where('l.post_id', '=', postId)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id')
    .execute();
}

/** @returns whether it was there */
export function deleteShareLink(db: Database, postId: string, id: string): Promise<boolean> {
  return hasWritten(
    db.deleteFrom('blog_post_share_links').where('post_id', '=', postId).where('id', '=', id),
  );
}

export async function deleteExpiredShareLinks(db: Database, postId: string): Promise<void> {
  await db
    .deleteFrom('blog_post_share_links')
    .where('post_id', '=', postId)
    .where('expires_at', '<=', sql<Date>`now()`)
    .where(mayDelete())
    .execute();
}

/** The post of a link that has not expired, and the role of its creator. */
export function findShareLink(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('blog_post_share_links as l')
    .innerJoin('admin_users as a', 'a.user_id', 'l.created_by')
    .select(['l.post_id as postId', 'a.role'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}
