import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { isPublic } from './visibility.ts';

/** Views that have happened: one post and one moment (in seconds since 1970) at each position. */
export type PastViews = { postIds: readonly string[]; seconds: readonly number[] };

/** Stores many views at their own moments, in one statement. Views of posts that are gone are left out. */
export async function insertPastViews(db: Database, views: PastViews): Promise<void> {
  await sql`
    insert into blog_post_metrics (post_id, created_at)
    select v.post_id, to_timestamp(v.seconds)
    from unnest(${arrayLiteral(views.postIds)}::uuid[], ${arrayLiteral(views.seconds)}::bigint[]) as v (post_id, seconds)
    where exists (select from blog_posts p where p.id = v.post_id)
  `.execute(db);
}

export async function countViews(db: Database): Promise<number> {
  const { n } = await db
    .selectFrom('blog_post_metrics')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Every post that the public can see, the oldest first, with the moment since which it can. */
export function listViewablePosts(db: Database): Promise<{ id: string; published_at: Date }[]> {
  return db
    .selectFrom('blog_posts as p')
    .select(['p.id', 'p.published_at'])
    .where(isPublic('p'))
    .where('p.published_at', 'is not', null)
    .$narrowType<{ published_at: Date }>()
    .orderBy('p.published_at')
    .orderBy('p.id')
    .execute();
}

/** Ids and whole numbers need no quoting; the driver would escape them one by one. */
function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}
