import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { deriveKey } from '#domain/secrets.ts';
import { refreshDerived } from '#domain/posts/refresh-derived.ts';
import { sessionSecret } from '#tests/client.ts';

/** Thousands of published posts in twenty categories, indexed for the search. */
export async function fillWithPosts(db: Database, posts: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
    insert into blog_categories (name, slug) select 'Category ' || n, 'category-' || n from generate_series(1, 20) n`.execute(
      trx,
    );
    await sql`
    insert into blog_posts (title, slug, content, published, featured, published_at, first_published_at, category_id)
    select 'Post number ' || n, 'post-number-' || n, repeat('Words of a post. ', 200), true, n % 50 = 0,
      now() - n * interval '1 hour', now() - n * interval '1 hour',
      (select id from blog_categories order by slug offset n % 20 limit 1)
    from generate_series(1, ${posts}::int) n`.execute(trx);
  });
  // Otherwise the process would index during the measurement.
  const keys = { deriveKey: (purpose: string) => deriveKey(sessionSecret, purpose) };
  await refreshDerived({ db, ...keys }, new AbortController().signal);
}
