import { sql, type Insertable, type UpdateObject } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { mayDelete } from './clock.ts';
import { countWritten, hasWritten } from './outcome.ts';

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
    .select(['id', 'email', 'email_verified', 'password_hash', 'repeated_sign_up_hash', 'had_role', 'issuer'])
    .select(sql<boolean>`authenticator_confirmed_at is not null`.as('has_authenticator'))
    .select(sql<number>`cardinality(recovery_code_hashes)`.as('codes_left'));
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
  change: UpdateObject<Tables, 'users'>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', userId).execute();
}

/** Stores the password hash of the first sign-up that repeated an account's address; later ones change nothing. */
export function insertRepeatedSignUp(db: Database, userId: string, passwordHash: string): Promise<void> {
  const hash = sql<string>`coalesce(repeated_sign_up_hash, ${passwordHash})`;
  return updateUser(db, userId, { repeated_sign_up_hash: hash });
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
export function deleteAccountsWithoutRole(db: Database, days: number): Promise<number> {
  return countWritten(
    db
      .deleteFrom('users')
      .where('had_role', '=', false)
      .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
      .where(mayDelete()),
  );
}

/** The account that is bound to a subject of an issuer, or has an address, and which subject of the issuer it is bound to. */
export function findIssuerAccount(db: Database, issuer: string, by: { subject: string } | { email: string }) {
  const subject = sql<string | null>`case when u.issuer = ${issuer} then u.issuer_subject end`;
  return db
    .selectFrom('users as u')
    .leftJoin('admin_users as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.email_verified', 'a.role', subject.as('subject')])
    .where((where) =>
      'email' in by
        ? where('u.email', '=', by.email)
        : where.and({ 'u.issuer': issuer, 'u.issuer_subject': by.subject }),
    )
    .executeTakeFirst();
}

/** Binds an account to a subject of an issuer. @returns false when one of both is bound already. */
export function bindSubject(
  db: Database,
  { userId, issuer, subject }: { userId: string; issuer: string; subject: string },
): Promise<boolean> {
  const isFree = sql<boolean>`issuer is distinct from ${issuer}
    and not exists (select from users where issuer = ${issuer} and issuer_subject = ${subject})`;
  const bound = { issuer, issuer_subject: subject };
  return hasWritten(db.updateTable('users').set(bound).where('id', '=', userId).where(isFree));
}
