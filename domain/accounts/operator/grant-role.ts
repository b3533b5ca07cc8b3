import { findAccountByEmail } from '#db/queries/accounts.ts';
import { lockAdmins, upsertAdmin } from '#db/queries/admins.ts';
import { recordCommand } from '#domain/activity/record-activity.ts';
import type { Role } from '#domain/core/permissions.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { conflict, notFound } from '#domain/core/errors.ts';
import { inTransaction } from '#domain/core/context.ts';
import { composeAccessChange } from '../emails.ts';
import type { CommandContext } from './recovery.ts';
import { denialMessages } from '../roles/role-change-denial.ts';

/**
 * Gives an existing account a role, whatever role it had, and tells its owner by email. For the command line: checks no
 * permission.
 * @returns 'unproved', and changes nothing, for an account without a role whose address is not confirmed: another person
 * may have signed up with it, so it must be invited.
 * @throws not-found when no account has this address, conflict when it is the last super admin's.
 */
export async function grantRole(
  ctx: CommandContext,
  { email, role }: { email: string; role: Role },
): Promise<'granted' | 'unproved'> {
  const user = await findAccountByEmail(ctx.db, email);
  if (!user) throw notFound(`There is no account for ${email}.`);
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const rows = await lockAdmins(trx, { userId: user.id });
    const before = rows.find((row) => row.userId === user.id)?.role ?? null;
    if (before === null && !user.email_verified) return 'unproved';
    const superAdmins = rows.filter((row) => row.role === 'super_admin').length;
    if (before === 'super_admin' && role !== 'super_admin' && superAdmins === 1) {
      throw conflict(denialMessages.lastSuperAdmin);
    }
    await upsertAdmin(trx, user.id, role);
    await recordCommand(trx, {
      action: before === null ? 'admin-added' : 'role-changed',
      subject: { id: user.id, label: email },
      ...(before === null ? {} : { before: { role: before } }),
      after: { role },
    });
    await enqueueEmail(tx, composeAccessChange({ to: email, origin: tx.origin, role }));
    return 'granted';
  });
}
