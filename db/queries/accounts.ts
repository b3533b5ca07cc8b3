import { sql, type Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';

export function findAccountByEmail(db: Database, email: string) {
  return accounts(db).where('email', '=', email.toLowerCase()).executeTakeFirst();
}

export function findAccount(db: Database, userId: string) {
  return accounts(db).where('id', '=', userId).executeTakeFirst();
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

function accounts(db: Database) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'password_hash', 'repeated_sign_up_hash', 'had_role']);
}

/** Inserts a user unless the address is taken; undefined when it is. */
export function insertUser(db: Database, user: Insertable<Tables['users']>) {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Changes an account. `password_hash` null removes its password. */
export async function updateUser(
  db: Database,
  userId: string,
  change: { email?: string; email_verified?: true; password_hash?: string | null },
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', userId).execute();
}

/** Stores the password hash of the first sign-up that repeated an account's address; later ones change nothing. */
export async function insertRepeatedSignUp(
  db: Database,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ repeated_sign_up_hash: passwordHash })
    .where('id', '=', userId)
    .where('repeated_sign_up_hash', 'is', null)
    .execute();
}

/** Deletes the account of an address that was never confirmed and never had a role, if there is one. */
export async function deleteUnconfirmedAccount(db: Database, email: string): Promise<void> {
  await db
    .deleteFrom('users')
    .where('email', '=', email)
    .where('email_verified', '=', false)
    .where('had_role', '=', false)
    .execute();
}

/** Deletes the accounts that never had a role and are older than `days`. @returns how many. */
export async function deleteAccountsWithoutRole(db: Database, days: number): Promise<number> {
  const deleted = await db
    .deleteFrom('users')
    .where('had_role', '=', false)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
