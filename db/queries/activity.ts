import type { Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';

export async function insertActivity(db: Database, entry: Insertable<Tables['activity']>): Promise<void> {
  await db.insertInto('activity').values(entry).execute();
}
