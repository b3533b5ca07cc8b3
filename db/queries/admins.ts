import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { allRows, isFound } from './outcome.ts';

/** The administrator behind a user, or undefined for a user without a row in `admin_users`. */
export function findAdminByUser(db: Database, userId: string) {
  return db
    .selectFrom('admin_users as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('profiles as p', 'p.user_id', 'a.user_id')
    .select(['a.user_id', 'u.email', 'a.role', 'p.display_name', 'p.username'])
    .where('a.user_id', '=', userId)
    .executeTakeFirst();
}

export type AdminRow = NonNullable<Awaited<ReturnType<typeof findAdminByUser>>>;

export function hasSuperAdmin(db: Database): Promise<boolean> {
  return isFound(db.selectFrom('admin_users').select('id').where('role', '=', 'super_admin'));
}

/** The name of the profile `p`. */
const shownName = sql<string | null>`coalesce(p.display_name, p.username)`.as('name');

/** One page of the administrators that a text is found in, newest first, how many there are of them and of all. */
export async function listAdminRows(
  db: Database,
  search: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const matches =
    search === ''
      ? sql<boolean>`true`
      : sql<boolean>`strpos(
          lower(concat_ws(E'\n', a.role, replace(a.role, '_', ' '), u.email, p.display_name, p.username)),
          ${search.toLowerCase()}) > 0`;
  const admins = db
    .selectFrom('admin_users as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('profiles as p', 'p.user_id', 'a.user_id');
  const [rows, counts] = await Promise.all([
    admins
      .leftJoin('authors as w', 'w.user_id', 'a.user_id')
      .select(['a.id', 'a.user_id as userId', 'u.email', shownName, 'a.role', 'a.created_at as createdAt'])
      .select('w.name as authorName')
      .where(matches)
      .orderBy('a.created_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    admins
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .select(({ fn }) => fn.countAll<number>().filterWhere(matches).as('found'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, ...counts };
}

/** Users without a role that a text is found in, by address. */
export function listCandidateRows(db: Database, search: string, limit: number) {
  const wanted = search.toLowerCase();
  return db
    .selectFrom('users as u')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .select(['u.id as userId', 'u.email', 'u.email_verified as isConfirmed', shownName])
    .where(
      sql<boolean>`not exists (select from admin_users a where a.user_id = u.id)
        and (${wanted} = '' or strpos(lower(concat_ws(E'\n', u.email, p.display_name, p.username)), ${wanted}) > 0)`,
    )
    .orderBy('u.email')
    .limit(limit)
    .execute();
}

export type LockedAdmin = { id: string; userId: string; email: string; role: AdminRow['role'] };

/**
 * Locks every super admin, the row `id` and the row of `userId`, always in the same order, and reads them
 * once no other transaction holds them. Two administrators who remove each other's role are handled one after the other.
 */
export function lockAdmins(db: Database, { id, userId }: { id?: string; userId?: string }) {
  return allRows<LockedAdmin>(db, 'writes')`
    select a.id, a.user_id as "userId", u.email, a.role
    from admin_users a join users u on u.id = a.user_id
    where a.role = 'super_admin' or a.id = ${id ?? null}::uuid or a.user_id = ${userId ?? null}::uuid
    order by a.id for update of a`;
}

/** Gives a role to a user without one; undefined when they have one already. */
export function insertAdmin(db: Database, userId: string, role: AdminRow['role']) {
  return db
    .insertInto('admin_users')
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst();
}

export async function updateAdminRole(db: Database, id: string, role: AdminRow['role']): Promise<void> {
  await db.updateTable('admin_users').set({ role }).where('id', '=', id).execute();
}

export async function deleteAdmin(db: Database, id: string): Promise<void> {
  await db.deleteFrom('admin_users').where('id', '=', id).execute();
}

export async function upsertAdmin(db: Database, userId: string, role: AdminRow['role']): Promise<void> {
  await db
    .insertInto('admin_users')
    .values({ user_id: userId, role })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role }))
    .execute();
}
