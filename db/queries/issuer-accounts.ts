import type { Database } from '#db/client.ts';
import type { AdminRow } from '#db/queries/people.ts';

export type IssuerAccountRow = {
  id: string;
  email: string;
  email_verified: boolean;
  role: AdminRow['role'] | null;
  /** Of the user at the issuer; null for an account that is not bound to one. */
  subject: string | null;
};

/** The account that is bound to this subject of an issuer. */
export function findAccountOfSubject(
  db: Database,
  issuer: string,
  subject: string,
): Promise<IssuerAccountRow | undefined> {
  return accounts(db, issuer).where('b.account_id', '=', subject).executeTakeFirst();
}

/** The account with this address, and which subject of the issuer it is bound to. */
export function findAccountOfEmail(
  db: Database,
  issuer: string,
  email: string,
): Promise<IssuerAccountRow | undefined> {
  return accounts(db, issuer).where('u.email', '=', email).executeTakeFirst();
}

/** Binds an account to a subject of an issuer. @returns false when one of both is bound already. */
export async function bindSubject(
  db: Database,
  { userId, issuer, subject }: { userId: string; issuer: string; subject: string },
): Promise<boolean> {
  const row = await db
    .insertInto('accounts')
    .values({ user_id: userId, provider_id: issuer, account_id: subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** By what an account can be signed in to: whether it has a password, and the issuers that it is bound to. */
export async function findProviders(
  db: Database,
  userId: string,
): Promise<{ hasPassword: boolean; issuers: string[] }> {
  const rows = await db.selectFrom('accounts').select('provider_id').where('user_id', '=', userId).execute();
  const providers = rows.map((row) => row.provider_id);
  return {
    hasPassword: providers.includes('credential'),
    issuers: providers.filter((provider) => provider !== 'credential'),
  };
}

/** The next sign-in from an issuer binds the account again, by its address. */
export async function deleteBindingsOfUser(db: Database, userId: string): Promise<void> {
  await db
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '!=', 'credential')
    .execute();
}

function accounts(db: Database, issuer: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('accounts as b', (join) =>
      join.onRef('b.user_id', '=', 'u.id').on('b.provider_id', '=', issuer),
    )
    .leftJoin('admin_users as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.email_verified', 'a.role', 'b.account_id as subject']);
}
