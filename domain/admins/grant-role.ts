import type { Database } from '#db/client.ts';
import { findUserByEmail, upsertAdmin } from '#db/queries/people.ts';
import type { Role } from '#domain/auth/actor.ts';
import { notFound } from '#domain/errors.ts';

/**
 * Gives an existing account a role, whatever it had. For the process itself (command line): asks nobody's permission.
 * @throws not-found when no account has this address.
 */
export async function grantRole(
  ctx: { db: Database },
  { email, role }: { email: string; role: Role },
): Promise<void> {
  const user = await findUserByEmail(ctx.db, email);
  if (!user) throw notFound(`There is no account for ${email}.`);
  await upsertAdmin(ctx.db, user.id, role);
}
