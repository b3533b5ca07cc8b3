import type { Database } from '#db/client.ts';
import { deleteAccountsWithoutRole } from '#db/queries/accounts.ts';

/** Days after which an account that never had a role is deleted. */
export const unusedAccountDays = 30;

/**
 * Deletes the accounts that never had a role, `unusedAccountDays` after they were created.
 * @returns how many.
 */
export function deleteUnusedAccounts(ctx: { db: Database }): Promise<number> {
  return deleteAccountsWithoutRole(ctx.db, unusedAccountDays);
}
