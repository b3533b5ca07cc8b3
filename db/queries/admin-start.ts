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
        or exists (select from users where id = ${userId} and authenticator_confirmed_at is not null) as has_factor,
      array(select name from site_documents where is_confirmed) as confirmed
    from installation`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The installation has no row.');
  return facts;
}

/** Unread messages without spam, proposals that wait, and whether there is a redirect or a missing page. */
export async function readMenuRow(db: Database) {
  const { rows } = await sql<{ unread: number; proposals: number; has_redirects: boolean }>`
    select (select count(*) from messages where read_at is null and spam_reason is null) as unread,
      (select count(*) from proposals where state = 'open') as proposals,
      exists (select from redirect_rules) or exists (select from missing_pages) as has_redirects`.execute(db);
  return rows[0] ?? { unread: 0, proposals: 0, has_redirects: false };
}
