import type { Database } from '#db/client.ts';
import type { ActivityProcess } from '#db/tables.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { Auth } from '#domain/auth/auth.ts';
import type { Role } from '#domain/actor.ts';
import { inTransaction } from '#domain/transaction.ts';
import { createAdminAccount } from './create-account.ts';

/**
 * Makes an account with an administrator's role for the command line, and records it in the activity log.
 * @throws invalid input, or conflict when the address already has an account.
 */
export async function addAccount(
  ctx: { db: Database },
  auth: Pick<Auth, 'hashPassword'>,
  input: { email: string; password: string; displayName?: string },
  { role, by }: { role: Role; by: ActivityProcess },
): Promise<{ userId: string }> {
  return inTransaction(ctx, async ({ db: trx }) => {
    const { userId } = await createAdminAccount({ db: trx }, auth, input, role);
    await recordActivity(
      trx,
      { actor: null, clientAddress: null },
      {
        action: 'admin-added',
        by: { process: by },
        subject: { id: userId, label: input.email },
        after: { role, account: 'new' },
      },
    );
    return { userId };
  });
}
