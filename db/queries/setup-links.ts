import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** Only one link is open at a time: a new one ends the others. */
export async function replaceSetupLink(db: Database, tokenHash: Buffer, hours: number): Promise<void> {
  await db.deleteFrom('setup_links').execute();
  await db
    .insertInto('setup_links')
    .values({ token_hash: tokenHash, expires_at: sql<Date>`now() + make_interval(hours => ${hours})` })
    .execute();
}

export async function isSetupLinkOpen(db: Database, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up the link. Of concurrent calls only one gets true; the others wait for its commit. */
export async function takeSetupLink(db: Database, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('setup_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}
