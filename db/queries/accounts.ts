import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

export type AccountRow = {
  id: string;
  email: string;
  email_verified: boolean;
  password_hash: string | null;
};

/** The account behind an address, with the hash of its password. */
export function findAccountByEmail(db: Database, email: string): Promise<AccountRow | undefined> {
  return accounts(db).where('u.email', '=', email.toLowerCase()).executeTakeFirst();
}

export function findAccount(db: Database, userId: string): Promise<AccountRow | undefined> {
  return accounts(db).where('u.id', '=', userId).executeTakeFirst();
}

/** Sets the password of an account, also of one that had none. */
export async function updatePassword(db: Database, userId: string, passwordHash: string): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ user_id: userId, provider_id: 'credential', account_id: userId, password: passwordHash })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'provider_id'])
        .doUpdateSet({ password: passwordHash, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function deletePassword(db: Database, userId: string): Promise<void> {
  await db
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute();
}

/** Puts a new hash in the place of one that is outdated, unless that was replaced meanwhile. */
export async function replaceOutdatedPassword(db: Database, outdated: string, fresh: string): Promise<void> {
  await sql`
    update accounts set password = ${fresh}, updated_at = now()
    where password = ${outdated} and password not like '$argon2id$%'`.execute(db);
}

/** Whether anybody's password hash is of an earlier version. */
export async function hasOutdatedPasswords(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from accounts where password not like '$argon2id$%') as found`.execute(db);
  return rows[0]?.found ?? false;
}

export async function updateEmail(db: Database, userId: string, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email, email_verified: true, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
}

export async function markEmailConfirmed(db: Database, userId: string): Promise<void> {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
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

/** Whether the user has signed in from this network in the last ninety days. Of an unknown address: no. */
export async function isKnownNetwork(db: Database, email: string, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_networks as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .select('k.network')
    .where('u.email', '=', email)
    .where('k.network', '=', network)
    .where('k.seen_at', '>', sql<Date>`now() - interval '90 days'`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the network of a sign-in, and deletes old ones. */
export async function rememberNetwork(db: Database, userId: string, network: string): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ user_id: userId, network })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: sql<Date>`now()` }),
    )
    .execute();
  await db
    .deleteFrom('known_networks')
    .where('user_id', '=', userId)
    .where('seen_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute();
}

/** Forgets where an account was used before. */
export async function deleteKnownNetworks(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('known_networks').where('user_id', '=', userId).execute();
}

function accounts(db: Database) {
  return db
    .selectFrom('users as u')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.user_id', '=', 'u.id').on('a.provider_id', '=', 'credential'),
    )
    .select(['u.id', 'u.email', 'u.email_verified', 'a.password as password_hash']);
}
