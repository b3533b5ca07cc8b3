import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { firstRow, hasRow } from './outcome.ts';

export type LinkPurpose = Tables['account_links']['purpose'];

/** A link of the account with this id or address. `newEmail`: it changes the address of the account to this one. */
export type NewAccountLink = ({ userId: string } | { email: string }) & {
  purpose: LinkPurpose;
  newEmail?: string;
};

/**
 * A user has at most one link for each purpose: a new one ends the one before. Takes the same time for an address without
 * an account.
 * @returns whether there is such an account.
 */
export function replaceAccountLink(
  db: Database,
  link: NewAccountLink & { minutes: number },
  tokenHash: Buffer,
) {
  const isOwner = 'email' in link ? sql`email = ${link.email}` : sql`id = ${link.userId}`;
  return hasRow(db, 'writes')`
    insert into account_links (user_id, purpose, token_hash, new_email, expires_at)
    select id, ${link.purpose}, ${tokenHash}, ${link.newEmail ?? null}, now() + make_interval(mins => ${link.minutes})
    from users where ${isOwner}
    on conflict (user_id, purpose) do update set token_hash = excluded.token_hash, new_email = excluded.new_email,
      expires_at = excluded.expires_at, created_at = now()
    returning user_id`;
}

/** True if such a link was made within the last `minutes`, and was not used. */
export function hasAccountLink(db: Database, userId: string, purpose: LinkPurpose, minutes: number) {
  return hasRow(db)`
    select from account_links
    where user_id = ${userId} and purpose = ${purpose} and created_at > now() - make_interval(mins => ${minutes})`;
}

/** A link for one of these purposes, while it is open. */
export function findAccountLink(db: Database, purposes: readonly LinkPurpose[], tokenHash: Buffer) {
  return db
    .selectFrom('account_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.user_id', 'u.email', 'l.new_email', 'l.purpose'])
    .where('l.purpose', 'in', purposes)
    .where('l.token_hash', '=', tokenHash)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
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

/** Uses the link up. Of several at once only one gets the user; the rest wait for that one's commit. */
export async function takeAccountLink(
  db: Database,
  purpose: LinkPurpose,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const taken = await firstRow<{ user_id: string }>(db, 'writes')`
    delete from account_links
    where purpose = ${purpose} and token_hash = ${tokenHash} and expires_at > now() returning user_id`;
  return taken?.user_id;
}
