import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

export function findAuthenticator(db: Database, userId: string) {
  return db
    .selectFrom('authenticator_apps')
    .select(['encrypted_secret', 'last_step', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores a secret that still has to be confirmed, in the place of one that was never confirmed. @returns whether it was stored. */
export async function insertUnconfirmedAuthenticator(
  db: Database,
  userId: string,
  encryptedSecret: Buffer,
): Promise<boolean> {
  const row = await db
    .insertInto('authenticator_apps')
    .values({ user_id: userId, encrypted_secret: encryptedSecret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ encrypted_secret: encryptedSecret, last_step: 0 })
        .where('authenticator_apps.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function confirmAuthenticator(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('authenticator_apps')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .execute();
}

/** Uses the code of a step up. @returns false when it or a later one was used; of several at once only one gets true. */
export async function takeAuthenticatorStep(db: Database, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether there was a confirmed one. */
export async function deleteAuthenticator(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

/** Locks all authenticator apps, in the order of their users. */
export function lockAuthenticators(db: Database) {
  return db
    .selectFrom('authenticator_apps')
    .select(['user_id', 'encrypted_secret'])
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

export async function replaceAuthenticatorSecret(
  db: Database,
  userId: string,
  encryptedSecret: Buffer,
): Promise<void> {
  await db
    .updateTable('authenticator_apps')
    .set({ encrypted_secret: encryptedSecret })
    .where('user_id', '=', userId)
    .execute();
}

export async function countAuthenticators(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('authenticator_apps')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
