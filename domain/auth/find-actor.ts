import { findAdminByUser } from '#db/queries/people.ts';
import type { Database } from '#db/client.ts';
import type { Actor } from '#domain/actor.ts';

/**
 * The administrator behind a signed-in user, read on every request, so that a change of role takes effect at once.
 * @returns null for a user without a row in `admin_users`.
 * @throws when the database cannot be reached, which does not mean "not an administrator".
 */
export async function findActor(ctx: { db: Database }, userId: string): Promise<Actor | null> {
  const row = await findAdminByUser(ctx.db, userId);
  if (!row) return null;
  return { userId: row.user_id, email: row.email, name: row.display_name ?? row.username, role: row.role };
}
