import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { isFound } from './outcome.ts';

/**
 * The name of a user for administrators: that of the profile, else the address.
 * @param userId a reference to the column with the id
 */
export function nameOf(userId: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select coalesce(named.display_name, named.username, person.email)
    from users person left join profiles named on named.user_id = person.id where person.id = ${sql.ref(userId)})`;
}

export type ProfileNames = Pick<
  Selectable<Tables['profiles']>,
  'display_name' | 'username' | 'first_name' | 'last_name'
>;

export function findProfile(db: Database, userId: string): Promise<ProfileNames | undefined> {
  return db
    .selectFrom('profiles')
    .select(['display_name', 'username', 'first_name', 'last_name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The names of an administrator, and the emails that they want. */
export function findOwnSettings(db: Database, userId: string) {
  return db
    .selectFrom('admin_users as a')
    .leftJoin('profiles as p', 'p.user_id', 'a.user_id')
    .select(['p.display_name as displayName', 'p.username'])
    .select(['p.first_name as firstName', 'p.last_name as lastName'])
    .select(['a.leads_emailed_for', 'a.wants_proposals'])
    .where('a.user_id', '=', userId)
    .executeTakeFirst();
}

/** True if another user has this username, in any case. */
export function isUsernameTaken(db: Database, username: string, by: string): Promise<boolean> {
  return isFound(
    db
      .selectFrom('profiles')
      .select('id')
      .where(sql<boolean>`lower(username) = lower(${username})`)
      .where('user_id', '<>', by),
  );
}

/** Writes the names; a user without a profile gets one. */
export async function upsertProfile(db: Database, userId: string, names: ProfileNames): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ user_id: userId, ...names })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(names))
    .execute();
}

/** Inserts a profile; a taken username becomes empty instead of an error. */
export async function insertProfile(db: Database, profile: Insertable<Tables['profiles']>): Promise<void> {
  const inserted = await db
    .insertInto('profiles')
    .values(profile)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return;
  await db
    .insertInto('profiles')
    .values({ ...profile, username: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** The possible authors: administrators with their profiles. */
export function listAuthors(db: Database) {
  return db
    .selectFrom('admin_users as a')
    .leftJoin('profiles as p', 'p.user_id', 'a.user_id')
    .select(['a.user_id', 'p.display_name', 'p.username', 'p.first_name', 'p.last_name'])
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute();
}
