import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** What of the first steps is done. */
export async function readFirstStepFacts(db: Database, userId: string) {
  const { rows } = await sql<{
    is_dismissed: boolean;
    has_backup: boolean;
    has_post: boolean;
    has_factor: boolean;
    /** Names of the documents of Site that were published. */
    confirmed: string[];
  }>`
    select first_steps_dismissed as is_dismissed, backup_succeeded_at is not null as has_backup,
      exists (select from blog_posts where kind = 'post') as has_post,
      exists (select from passkeys where user_id = ${userId})
        or exists (select from authenticator_apps where user_id = ${userId} and confirmed_at is not null) as has_factor,
      array(select name from site_documents where is_confirmed) as confirmed
    from installation`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The installation has no row.');
  return facts;
}

export async function dismissFirstStepsRow(trx: Database): Promise<void> {
  await trx.updateTable('installation').set({ first_steps_dismissed: true }).execute();
}
