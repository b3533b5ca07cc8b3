import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** Makes the lists of posts and their totals again from the posts, and lists what is kept otherwise. */
export async function listDifferences(db: Database) {
  const { rows } = await sql<{ of: string; kept: number; counted: number }>`
    with wanted as (
      select p.id as post_id, list, p.kind, p.published_at as listed_from
      from blog_posts p cross join lateral unnest(
        array[uuid '00000000-0000-0000-0000-000000000000', category_id, coalesce(public_author_id, author_id)]
        || array(select tag_id from blog_post_tags where post_id = p.id)
      ) list
      where p.published and list is not null
    ), pairs as (
      select concat_ws(' ', post_id, list, kind, listed_from) as of, (k is not null)::int as kept, (w is not null)::int as counted
      from post_lists k full join wanted w using (post_id, list, kind, listed_from)
      union all
      select concat_ws(' ', list, kind), posts, counted
      from list_totals t full join (select list, kind, count(*) as counted from wanted group by 1, 2) w using (list, kind)
    )
    select of, coalesce(kept, 0) as kept, coalesce(counted, 0)::int as counted from pairs
    where coalesce(kept, 0) <> coalesce(counted, 0) order by of`.execute(db);
  return rows;
}
