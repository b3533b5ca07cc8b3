import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { mayDelete } from './clock.ts';
import { nameOf } from './profiles.ts';
import { isReadableBy } from './visibility.ts';

/**
 * Notes that a user has the form of a post open now, and finds the other users who had it open in the last `seconds`:
 * their names in order, at most `limit`. The user's own rows that are older than an hour are deleted. No rows for a post
 * that does not exist or that they may not read.
 */
export async function noteEditor(
  db: Database,
  postId: string,
  who: { userId: string; readerId: string | null; seconds: number; limit: number },
): Promise<string[]> {
  const { userId, seconds, limit } = who;
  const mine = sql`select p.id from blog_posts p where p.id = ${postId} and ${isReadableBy('p', who.readerId)}`;
  const { rows } = await sql<{ name: string }>`
    with noted as (
      insert into blog_post_editors (post_id, user_id, seen_at)
      select id, ${userId}, now() from (${mine} for key share) post
      on conflict (post_id, user_id) do update set seen_at = excluded.seen_at
    ), deleted as (
      delete from blog_post_editors
      where user_id = ${userId} and post_id <> ${postId} and seen_at < now() - interval '1 hour'
          and ${mayDelete()}
    )
    select ${nameOf('e.user_id')} as name from blog_post_editors e
    where e.post_id in (${mine}) and e.user_id <> ${userId}
      and e.seen_at > now() - make_interval(secs => ${seconds})
    order by 1, e.user_id limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
