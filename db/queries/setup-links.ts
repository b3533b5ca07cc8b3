import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { hasWritten, isFound } from './outcome.ts';

/** Only one link is open at a time: a new one ends the other. */
export async function replaceSetupLink(db: Database, tokenHash: Buffer, hours: number): Promise<void> {
  await db
    .updateTable('installation')
    .set({
      setup_token_hash: tokenHash,
      setup_expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .execute();
}

export function isSetupLinkOpen(db: Database, tokenHash: Buffer): Promise<boolean> {
  return isFound(
    db
      .selectFrom('installation')
      .select('only_row')
      .where('setup_token_hash', '=', tokenHash)
      .where('setup_expires_at', '>', sql<Date>`now()`),
  );
}

/** Uses up the link. Of concurrent calls only one gets true; the others wait for its commit. */
export function takeSetupLink(db: Database, tokenHash: Buffer): Promise<boolean> {
  return hasWritten(
    db
      .updateTable('installation')
      .set({ setup_token_hash: null })
      .where('setup_token_hash', '=', tokenHash)
      .where('setup_expires_at', '>', sql<Date>`now()`),
  );
}
