import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** Puts new codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  db: Database,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Whether a user has an authenticator app, and how many recovery codes they have left. */
export async function findCodeFactors(db: Database, userId: string) {
  const { rows } = await sql<{ has_authenticator: boolean; codes_left: number }>`
    select
      exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null) as has_authenticator,
      (select count(*) from recovery_codes where user_id = ${userId} and used_at is null) as codes_left`.execute(
    db,
  );
  return rows[0] ?? { has_authenticator: false, codes_left: 0 };
}

/** Uses a code up. @returns false for an unknown or used one; of several at once only one gets true. */
export async function takeRecoveryCode(db: Database, userId: string, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
