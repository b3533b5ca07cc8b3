import type { Database } from '#db/client.ts';
import { oneRow } from './outcome.ts';

/** The first steps that are done. */
export function readFirstStepFacts(db: Database, userId: string) {
  return oneRow<{
    is_dismissed: boolean;
    has_backup: boolean;
    has_post: boolean;
    has_content: boolean;
    has_factor: boolean;
    /** Names of the documents of Site that were published. */
    confirmed: string[];
  }>(db)`
    select first_steps_dismissed as is_dismissed, coalesce(backup_succeeded_at <= clock_timestamp(), false) as has_backup,
      exists (select from blog_posts where kind = 'post') as has_post,
      exists (select from blog_posts) or exists (select from site_documents) as has_content,
      exists (select from passkeys where user_id = ${userId})
        or exists (select from users where id = ${userId} and authenticator_confirmed_at is not null) as has_factor,
      array(select name from site_documents where is_confirmed) as confirmed
    from installation`;
}

/** Unread messages without spam, and proposals that wait. */
export function readMenuRow(db: Database) {
  return oneRow<{ unread: number; proposals: number }>(db)`
    select (select count(*) from messages where read_at is null and folder = 'inbox') as unread,
      (select count(*) from proposals where state = 'open') as proposals`;
}
