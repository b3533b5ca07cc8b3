import { sql, type Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { mayDelete } from './clock.ts';
import { factorColumns } from './sessions.ts';

/** The token with this hash, its person and their role; undefined when it has expired or its person has no role. */
export function findToken(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('tokens as t')
    .innerJoin('admin_users as a', 'a.user_id', 't.user_id')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('profiles as p', 'p.user_id', 't.user_id')
    .select([
      't.id',
      't.name',
      't.may_propose',
      't.may_read_drafts',
      't.factor',
      't.used_at',
      't.user_id',
      'u.email',
      'a.role',
      'p.display_name',
      'p.username',
      ...factorColumns,
    ])
    .where('t.token_hash', '=', tokenHash)
    .where('t.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** The tokens of these users, the newest first; expired ones too. */
export function listTokensOfUsers(db: Database, userIds: readonly string[]) {
  return db
    .selectFrom('tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      't.id',
      't.name',
      'u.email as owner',
      't.may_propose as propose',
      't.may_read_drafts as readDrafts',
    ])
    .select(['t.used_at as usedAt', 't.expires_at as expiresAt'])
    .select(sql<boolean>`t.expires_at <= now()`.as('isExpired'))
    .where(sql<boolean>`t.user_id = any (${userIds})`)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id')
    .execute();
}

export type Token = Awaited<ReturnType<typeof listTokensOfUsers>>[number];

/** @param token.days until it expires */
export function insertToken(
  db: Database,
  { days, ...token }: Omit<Insertable<Tables['tokens']>, 'expires_at'> & { days: number },
) {
  return db
    .insertInto('tokens')
    .values({ ...token, expires_at: sql<Date>`now() + make_interval(hours => ${days * 24})` })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/**
 * Keeps a token, or the role of a person who acts without one, until the transaction ends. Lock the person before it.
 * @returns false when it has ended.
 */
export async function holdToken(trx: Database, id: string | null, userId: string): Promise<boolean> {
  const held =
    id === null
      ? trx.selectFrom('admin_users').select('id').where('user_id', '=', userId)
      : trx
          .selectFrom('tokens')
          .select('id')
          .where('id', '=', id)
          .where('expires_at', '>', sql<Date>`now()`);
  return (await held.forKeyShare().executeTakeFirst()) !== undefined;
}

/** Marks a token as used now, at most once a minute. */
export async function touchToken(db: Database, id: string): Promise<void> {
  await sql`
    update tokens set used_at = now()
    where id = ${id} and (used_at is null or used_at not between now() - interval '1 minute' and now())`.execute(
    db,
  );
}

/** Ends a token; undefined when there is none with this id, or it belongs to another user than `ownerId`. */
export function deleteToken(db: Database, id: string, ownerId: string | null) {
  return db
    .deleteFrom('tokens as t')
    .using('users as u')
    .whereRef('u.id', '=', 't.user_id')
    .where('t.id', '=', id)
    .$if(ownerId !== null, (query) => query.where('t.user_id', '=', ownerId))
    .returning(['t.user_id', 't.name', 'u.email'])
    .executeTakeFirst();
}

export async function deleteTokensOfUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('tokens').where('user_id', '=', userId).execute();
}

export async function deleteExpiredTokens(db: Database, userId: string): Promise<void> {
  await sql`
    delete from tokens where user_id = ${userId} and expires_at <= now() and ${mayDelete()}`.execute(db);
}

export async function deleteTokens(db: Database): Promise<void> {
  await db.deleteFrom('tokens').execute();
}
