import { sql, type Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { hasWritten, isFound } from './outcome.ts';

/** The passkey that a browser names, with its owner. */
export function findPasskey(db: Database, credentialId: string) {
  return db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'u.email', 'p.public_key', 'p.counter'])
    .where('p.credential_id', '=', credentialId)
    .executeTakeFirst();
}

export type PasskeyRow = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** The passkeys of a user, the oldest first. */
export function listPasskeysOfUser(db: Database, userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns whether it was new: a credential belongs to one account. */
export function insertPasskey(db: Database, passkey: Insertable<Tables['passkeys']>): Promise<boolean> {
  return isFound(
    db
      .insertInto('passkeys')
      .values(passkey)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('id'),
  );
}

/**
 * Marks a passkey as used now; false when it was removed meanwhile, or when another answer has raised its counter as far.
 * Authenticators without a counter always answer 0.
 */
export function markPasskeyUsed(db: Database, id: string, counter: number): Promise<boolean> {
  const isHigher = sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  const used = { used_at: sql<Date>`now()`, counter };
  return hasWritten(db.updateTable('passkeys').set(used).where('id', '=', id).where(isHigher));
}

/** Removes a passkey of this user; undefined when there is none with this id. */
export function deletePasskey(db: Database, userId: string, id: string) {
  return db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
}

export async function deletePasskeysOfUser(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Uses a challenge up. @returns false when it was used before; of several at once only one gets true. */
export function takeChallenge(db: Database, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  return isFound(
    db
      .insertInto('attempts')
      .values({ key: challengeHash, made_at: [new Date()], ends_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key'),
  );
}
