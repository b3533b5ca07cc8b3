import type { Database } from '#db/client.ts';
import { deleteAccountsWithoutRole } from '#db/queries/accounts.ts';

/** Days after which an account that nobody has given a role is deleted. */
export const unusedAccountDays = 30;

/**
 * Deletes the accounts that nobody has ever given a role, `unusedAccountDays` after they were made.
 * @returns how many.
 */
export function deleteUnusedAccounts(ctx: { db: Database }): Promise<number> {
  return deleteAccountsWithoutRole(ctx.db, unusedAccountDays);
}
