import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** Whether there was a sign-in to this account from this browser within 90 days. */
export async function isKnownDevice(db: Database, email: string, deviceHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.user_id')
    .where('u.email', '=', email)
    .where('d.device_hash', '=', deviceHash)
    .where('d.seen_at', '>', sql<Date>`now() - interval '90 days'`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account was ever signed in to, as far as it is remembered. */
export async function hasSignedInBefore(db: Database, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from known_networks where user_id = ${userId})
      or exists (select from known_devices where user_id = ${userId}) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Stores the browser of a sign-in, and deletes those that were not used for 90 days. */
export async function rememberDevice(db: Database, userId: string, deviceHash: Buffer): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at: sql<Date>`now()` }),
    )
    .execute();
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('seen_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute();
}

/** Deletes the browsers in which an account was used before. */
export async function deleteKnownDevices(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}
