import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { containing } from '#db/queries/containing.ts';

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

export async function hasSuperAdmin(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('admin_users')
    .select('id')
    .where('role', '=', 'super_admin')
    .executeTakeFirst();
  return row !== undefined;
}

export type AdminListRow = {
  id: string;
  user_id: string;
  email: string | null;
  display_name: string | null;
  username: string | null;
  role: AdminRow['role'];
  created_at: Date;
  /** Of the public author of this account. */
  author_name: string | null;
};

/**
 * One page of the administrators that a text is found in, newest first, and how many there are. The page follows an
 * index until it is full; counting what was found looks at one column of every row.
 * @param search any case; `%` and `_` mean themselves.
 */
export async function listAdminRows(
  db: Database,
  search: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AdminListRow[]; found: number; total: number }> {
  const matches = sql`where search_text like ${containing(search.toLowerCase())} collate "C"`;
  const [where, filter] = search === '' ? [sql``, sql``] : [matches, sql`filter (${matches})`];
  // Ids alone are found in an index: a page far down the list reads no row before its own.
  const [page, counted] = await Promise.all([
    sql<AdminListRow>`
      select a.id, a.user_id, u.email, p.display_name, p.username, a.role, a.created_at, w.name as author_name
      from (
        select id from admin_users ${where}
        order by created_at desc, id desc limit ${limit} offset ${offset}
      ) page
      join admin_users a on a.id = page.id
      left join users u on u.id = a.user_id
      left join profiles p on p.user_id = a.user_id
      left join authors w on w.user_id = a.user_id
      order by a.created_at desc, a.id desc`.execute(db),
    sql<{ found: number; total: number }>`
      select count(*) ${filter} as found, count(*) as total from admin_users`.execute(db),
  ]);
  const { found = 0, total = 0 } = counted.rows[0] ?? {};
  return { rows: page.rows, found, total };
}

/** Users without a role that a text is found in, by address. */
export function listCandidateRows(db: Database, search: string, limit: number) {
  const wanted = search.toLowerCase();
  return db
    .selectFrom('users as u')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .select(['u.id as user_id', 'u.email', 'u.email_verified', 'p.display_name', 'p.username'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('admin_users as a').select('a.id').whereRef('a.user_id', '=', 'u.id'))),
    )
    .where(
      sql<boolean>`(${wanted} = '' or strpos(u.email, ${wanted}) > 0 or strpos(lower(p.display_name), ${wanted}) > 0
        or strpos(lower(p.username), ${wanted}) > 0)`,
    )
    .orderBy('u.email')
    .limit(limit)
    .execute();
}

export type LockedAdmin = { id: string; user_id: string; email: string; role: AdminRow['role'] };

/**
 * Locks every super admin, the row `id` and the row of `userId`, always in the same order, and reads them
 * once no other transaction holds them. Two administrators who remove each other's role are handled one after the other.
 */
export async function lockAdmins(db: Database, { id, userId }: { id?: string; userId?: string }) {
  const { rows } = await sql<LockedAdmin>`
    select a.id, a.user_id, u.email, a.role
    from admin_users a join users u on u.id = a.user_id
    where a.role = 'super_admin' or a.id = ${id ?? null}::uuid or a.user_id = ${userId ?? null}::uuid
    order by a.id for update of a`.execute(db);
  return rows;
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
