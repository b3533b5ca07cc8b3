import type { Database } from '#db/client.ts';

/** The account that is bound to a subject of an issuer, or has an address, and which subject of the issuer it is bound to. */
export function findIssuerAccount(db: Database, issuer: string, by: { subject: string } | { email: string }) {
  return db
    .selectFrom('users as u')
    .leftJoin('issuer_accounts as b', (join) =>
      join.onRef('b.user_id', '=', 'u.id').on('b.issuer', '=', issuer),
    )
    .leftJoin('admin_users as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.email_verified', 'a.role', 'b.subject'])
    .where((where) => ('email' in by ? where('u.email', '=', by.email) : where('b.subject', '=', by.subject)))
    .executeTakeFirst();
}

/** Whether an account is bound to a subject of this issuer. */
export async function isBoundTo(db: Database, userId: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('issuer_accounts')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/** Binds an account to a subject of an issuer. @returns false when one of both is bound already. */
export async function bindSubject(
  db: Database,
  { userId, issuer, subject }: { userId: string; issuer: string; subject: string },
): Promise<boolean> {
  const row = await db
    .insertInto('issuer_accounts')
    .values({ user_id: userId, issuer, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The next sign-in from an issuer binds the account again, by its address. */
export async function deleteBindingsOfUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('issuer_accounts').where('user_id', '=', userId).execute();
}
