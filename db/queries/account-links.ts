import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { isFound } from './outcome.ts';

export type LinkPurpose = 'password-reset' | 'email-confirmation' | 'sign-in' | EmailChangePurpose;

/** Its link changes the address of the account: to a new one, or back to the old one. */
export type EmailChangePurpose = 'email-change' | 'email-change-undo';

/** A user has at most one link for each purpose: a new one ends the one before. */
export async function replaceAccountLink(
  db: Database,
  link: { userId: string; purpose: LinkPurpose; tokenHash: Buffer; minutes: number; newEmail?: string },
): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(mins => ${link.minutes})`;
  const fresh = {
    token_hash: link.tokenHash,
    expires_at: expiresAt,
    created_at: sql<Date>`now()`,
    new_email: link.newEmail ?? null,
  };
  await db
    .insertInto('account_links')
    .values({ user_id: link.userId, purpose: link.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(fresh))
    .execute();
}

/**
 * The same by email address, in one statement that takes the same time for an address without an account.
 * @returns whether there is one.
 */
export async function replaceAccountLinkByEmail(
  db: Database,
  link: { email: string; purpose: LinkPurpose; tokenHash: Buffer; minutes: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into account_links (user_id, purpose, token_hash, expires_at)
    select id, ${link.purpose}, ${link.tokenHash}, now() + make_interval(mins => ${link.minutes})
    from users where email = ${link.email}
    on conflict (user_id, purpose) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = now()
    returning user_id`.execute(db);
  return rows.length > 0;
}

/** Whether such a link was made within the last `minutes`. */
export function hasRecentAccountLink(
  db: Database,
  userId: string,
  purpose: LinkPurpose,
  minutes: number,
): Promise<boolean> {
  return isFound(
    db
      .selectFrom('account_links')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('created_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`),
  );
}

/** Whose link it is, while it is open. */
export function findAccountLink(db: Database, purpose: LinkPurpose, tokenHash: Buffer) {
  return db
    .selectFrom('account_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.user_id', 'u.email'])
    .where('l.purpose', '=', purpose)
    .where('l.token_hash', '=', tokenHash)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** An open link that changes the address of an account. */
export async function findEmailChangeLink(db: Database, tokenHash: Buffer) {
  const { rows } = await sql<{
    user_id: string;
    email: string;
    new_email: string;
    purpose: EmailChangePurpose;
  }>`
    select l.user_id, u.email, l.new_email, l.purpose
    from account_links l join users u on u.id = l.user_id
    where l.token_hash = ${tokenHash} and l.expires_at > now() and l.new_email is not null
      and l.purpose in ('email-change', 'email-change-undo')`.execute(db);
  return rows[0];
}

/**
 * Ends the open links of an account. One that undoes a change of the address stays, because who made the change must not
 * end it.
 */
export async function deleteAccountLinks(db: Database, userId: string): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', '!=', 'email-change-undo')
    .execute();
}

/** Whether the address of an account was changed, and the change can still be undone. */
export function hasOpenUndo(db: Database, userId: string): Promise<boolean> {
  return isFound(
    db
      .selectFrom('account_links')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'email-change-undo')
      .where('expires_at', '>', sql<Date>`now()`),
  );
}

/** Uses the link up. Of several at once only one gets the user; the rest wait for that one's commit. */
export async function takeAccountLink(
  db: Database,
  purpose: LinkPurpose,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('account_links')
    .where('purpose', '=', purpose)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}
