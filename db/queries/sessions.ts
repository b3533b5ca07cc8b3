import { sql, type Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { SecondFactorPolicy, SignInFactor, Tables } from '#db/tables.ts';
import { mayDelete } from './clock.ts';
import { countRows, countWritten } from './outcome.ts';

/** When a session ends: not used since `usedSince`, or started before `startedSince`. */
type SessionBounds = { usedSince: Date; startedSince: Date };

/** The live sessions of a user that lack no second factor, the last used first. */
export function listSessionsOfUser(db: Database, userId: string, { usedSince, startedSince }: SessionBounds) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'used_at', 'factor'])
    .where('user_id', '=', userId)
    .where('is_pending', '=', false)
    .where('created_at', '>', startedSince)
    .where('used_at', '>', usedSince)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

/** The facts that decide whether a second factor is needed. */
export type FactorRow = { has_authenticator: boolean; has_passkey: boolean; policy: SecondFactorPolicy };

/** The session of a token, with its user and role: one statement, because every request runs it. */
export function findSignedIn(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('admin_users as a', 'a.user_id', 's.user_id')
    .leftJoin('profiles as p', 'p.user_id', 's.user_id')
    .select([
      's.id as session_id',
      's.user_id',
      'u.email',
      's.created_at',
      's.used_at',
      's.factor',
      's.proved_at',
      'a.role',
      'p.display_name',
      'p.username',
      ...factorColumns,
    ])
    .where('s.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** The role of a user, and what decides whether they need a second factor. */
export function findFactors(db: Database, userId: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('admin_users as a', 'a.user_id', 'u.id')
    .select(['a.role', ...factorColumns])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}

/** Columns of a `FactorRow`, for the user `u`. */
export const factorColumns = [
  sql<boolean>`u.authenticator_confirmed_at is not null`.as('has_authenticator'),
  sql<boolean>`exists (select from passkeys f where f.user_id = u.id)`.as('has_passkey'),
  sql<SecondFactorPolicy>`(select second_factor from installation)`.as('policy'),
] as const;

export async function insertSession(db: Database, session: Insertable<Tables['sessions']>) {
  return db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
}

/** The user has just proved who they are; with `factor`, by more than at the sign-in. */
export async function markSessionProved(db: Database, id: string, factor?: SignInFactor): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now()`, ...(factor === undefined ? {} : { factor, is_pending: false }) })
    .where('id', '=', id)
    .execute();
}

/** Removes the sessions that are over, and those that lack a second factor and were started before `pendingSince`. */
export async function deleteEndedSessions(
  db: Database,
  { usedSince, startedSince, pendingSince }: SessionBounds & { pendingSince: Date },
  now: Date,
): Promise<void> {
  await sql`
    delete from sessions where ${mayDelete(now)} and (created_at <= ${startedSince} or used_at <= ${usedSince}
      or (is_pending and created_at <= ${pendingSince}))`.execute(db);
}

/** Marks a session as used now; not called for every request. */
export async function touchSession(db: Database, id: string): Promise<void> {
  await sql`update sessions set used_at = now() where id = ${id}`.execute(db);
}

/** Ends one session of this user; undefined when there is none with this id. */
export function deleteSessionOfUser(db: Database, userId: string, id: string) {
  return db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('user_agent')
    .executeTakeFirst();
}

/** Ends all sessions. @returns how many there were. */
export function deleteSessions(db: Database): Promise<number> {
  return countWritten(db.deleteFrom('sessions'));
}

export function countSessions(db: Database): Promise<number> {
  return countRows(db.selectFrom('sessions'));
}

/** Ends the sessions of this user, all or all but `keptId`. @returns how many there were. */
export function deleteSessionsOfUser(
  db: Database,
  userId: string,
  keptId: string | null = null,
): Promise<number> {
  return countWritten(
    db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(keptId !== null, (query) => query.where('id', '!=', keptId)),
  );
}

/**
 * Ends the sessions of this user that were unused for longest, so that `max` are left: of those that lack a second
 * factor, or of the others, which those never push out. Locks the row of the user, so that concurrent sign-ins of one
 * user run one after the other.
 */
export async function deleteSessionsBeyond(
  db: Database,
  userId: string,
  { isPending, max }: { isPending: boolean; max: number },
): Promise<void> {
  await sql`select id from users where id = ${userId} for no key update`.execute(db);
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} and is_pending = ${isPending}
      order by used_at desc, created_at desc, id desc offset ${max}
    )`.execute(db);
}
