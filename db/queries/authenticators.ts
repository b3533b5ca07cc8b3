import type { Database } from '#db/client.ts';
import { countRows, firstRow, hasWritten } from './outcome.ts';

/** The authenticator app of a user; without a secret there is none. */
export function findAuthenticator(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select(['authenticator_secret', 'authenticator_step', 'authenticator_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Stores a secret that still has to be confirmed. @returns false where there is a confirmed one. */
export function storeUnconfirmedSecret(db: Database, userId: string, secret: Buffer): Promise<boolean> {
  return hasWritten(
    db
      .updateTable('users')
      .set({ authenticator_secret: secret, authenticator_step: 0 })
      .where('id', '=', userId)
      .where('authenticator_confirmed_at', 'is', null),
  );
}

/** Uses the code of a step up. @returns false when it or a later one was used; of several at once only one gets true. */
export function takeAuthenticatorStep(db: Database, userId: string, step: number): Promise<boolean> {
  return hasWritten(
    db
      .updateTable('users')
      .set({ authenticator_step: step })
      .where('id', '=', userId)
      .where('authenticator_step', '<', step),
  );
}

/** @returns whether there was a confirmed one. */
export function deleteAuthenticator(db: Database, userId: string): Promise<boolean> {
  return hasWritten(
    db
      .updateTable('users')
      .set({ authenticator_secret: null, authenticator_confirmed_at: null })
      .where('id', '=', userId)
      .where('authenticator_confirmed_at', 'is not', null),
  );
}

/** The encrypted secrets of all users, locked in the order of their ids. */
export function lockAuthenticators(db: Database) {
  return db
    .selectFrom('users')
    .select(['id', 'authenticator_secret as secret'])
    .where('authenticator_secret', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .$narrowType<{ secret: Buffer }>()
    .execute();
}

export function countAuthenticators(db: Database): Promise<number> {
  return countRows(db.selectFrom('users').where('authenticator_secret', 'is not', null));
}

/** Uses a recovery code up: of several at once only one does. @returns how many are left; undefined for an unknown code. */
export async function takeRecoveryCode(
  db: Database,
  userId: string,
  hash: Buffer,
): Promise<number | undefined> {
  const used = await firstRow<{ left: number }>(db, 'writes')`
    update users set recovery_code_hashes = array_remove(recovery_code_hashes, ${hash})
    where id = ${userId} and ${hash} = any(recovery_code_hashes)
    returning cardinality(recovery_code_hashes) as left`;
  return used?.left;
}
