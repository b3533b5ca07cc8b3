import type { Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';

export async function insertContactMessage(
  db: Database,
  message: Insertable<Tables['contact_messages']>,
): Promise<void> {
  await db.insertInto('contact_messages').values(message).execute();
}

export async function insertJvApplication(
  db: Database,
  application: Insertable<Tables['jv_applications']>,
): Promise<void> {
  await db.insertInto('jv_applications').values(application).execute();
}
