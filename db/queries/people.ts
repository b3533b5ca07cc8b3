import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import type { Insertable } from 'kysely';

export type AdminRow = {
  user_id: string;
  email: string;
  role: 'editor' | 'admin' | 'super_admin';
  display_name: string | null;
  username: string | null;
};

/** The administrator behind a user, or undefined for a user without a row in `admin_users`. */
export function findAdminByUser(db: Database, userId: string): Promise<AdminRow | undefined> {
  return db
    .selectFrom('admin_users as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('profiles as p', 'p.user_id', 'a.user_id')
    .select(['a.user_id', 'u.email', 'a.role', 'p.display_name', 'p.username'])
    .where('a.user_id', '=', userId)
    .executeTakeFirst();
}

export async function hasSuperAdmin(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('admin_users')
    .select('id')
    .where('role', '=', 'super_admin')
    .executeTakeFirst();
  return row !== undefined;
}

export function findUserByEmail(db: Database, email: string): Promise<{ id: string } | undefined> {
  return db.selectFrom('users').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();
}

/** Inserts a user unless the address is taken; undefined when it is. */
export function insertUser(
  db: Database,
  user: Insertable<Tables['users']>,
): Promise<{ id: string } | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Stores the password hash of the email and password sign-in. */
export async function insertPasswordAccount(
  db: Database,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ user_id: userId, provider_id: 'credential', account_id: userId, password: passwordHash })
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

export async function upsertAdmin(db: Database, userId: string, role: AdminRow['role']): Promise<void> {
  await db
    .insertInto('admin_users')
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role }))
    .execute();
}

export type AuthorRow = {
  user_id: string;
  display_name: string | null;
  username: string | null;
  first_name: string | null;
  last_name: string | null;
};

/** The possible authors: administrators with their profiles. */
export function listAuthors(db: Database): Promise<AuthorRow[]> {
  return db
    .selectFrom('admin_users as a')
    .leftJoin('profiles as p', 'p.user_id', 'a.user_id')
    .select(['a.user_id', 'p.display_name', 'p.username', 'p.first_name', 'p.last_name'])
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute();
}

/** The names of an author, present or former. */
export function findAuthor(db: Database, userId: string): Promise<AuthorRow | undefined> {
  return db
    .selectFrom('profiles')
    .select(['user_id', 'display_name', 'username', 'first_name', 'last_name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
