import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { nameOf } from './profiles.ts';

export type SetupDecision = {
  accepted: string[];
  acceptedAt: Date | null;
  /** The name of the super admin; null: not accepted, or deleted since. */
  acceptedBy: string | null;
  /** An older state was brought back after it was accepted. */
  isRestored: boolean;
};

export async function findSetupDecision(db: Database): Promise<SetupDecision> {
  const row = await db
    .selectFrom('installation as s')
    .select([
      's.newsletter_accepted as accepted',
      's.newsletter_accepted_at as acceptedAt',
      nameOf('s.newsletter_accepted_by').as('acceptedBy'),
      sql<boolean>`s.restored_at is not null and s.restored_at > coalesce(s.newsletter_accepted_at, '-infinity')`.as(
        'isRestored',
      ),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

/** When an older state was last brought back; null: never. */
export async function findRestoredAt(db: Database): Promise<Date | null> {
  const row = await db.selectFrom('installation').select('restored_at').executeTakeFirstOrThrow();
  return row.restored_at;
}

export async function acceptSetup(trx: Database, accepted: readonly string[], userId: string): Promise<void> {
  await trx
    .updateTable('installation')
    .set({
      newsletter_accepted: [...accepted],
      newsletter_accepted_by: userId,
      newsletter_accepted_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
}
