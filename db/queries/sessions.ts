import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

export type SessionRow = {
  id: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The live sessions of a user, the last used first. */
export function listSessionsOfUser(db: Database, userId: string, usedSince: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('updated_at', '>', usedSince)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Marks a session as used now; called now and then, not with every request. */
export async function touchSession(db: Database, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Ends one session of this user; undefined when there is none with this id. */
export function deleteSessionOfUser(
  db: Database,
  userId: string,
  id: string,
): Promise<{ user_agent: string | null } | undefined> {
  return db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('user_agent')
    .executeTakeFirst();
}

export async function deleteSessionsOfUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}
