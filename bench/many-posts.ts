import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { analyzeTables } from '#db/queries/server-facts.ts';
import { deriveKey } from '#domain/core/secrets.ts';
import { cleanTree, serializeClean } from '#domain/html/html.ts';
import { doTextJob } from '#domain/text-work/text-work.ts';
import { refreshDerived } from '#domain/posts/refresh-derived.ts';
import { articlesMissing, readArticles } from '#tests/articles.ts';
import { sessionSecret } from '#tests/client.ts';
import { sampleArticle } from './sample-article.ts';

/** Triggers of that many posts are done within the limit of a statement. */
const postsPerStatement = 250;

/** Thousands of published posts in twenty categories, with the bodies of real articles if there are any, indexed for the search. */
export async function fillWithPosts(db: Database, posts: number): Promise<void> {
  const articles = articlesMissing === null ? readArticles() : [sampleArticle];
  // As a save stores them: the layout of another body is not used.
  const bodies = articles.map(({ html }) => serializeClean(cleanTree(html)));
  await sql`
    insert into blog_categories (name, slug)
    select 'Category ' || n, 'category-' || n from generate_series(1, 20) n`.execute(db);
  for (let from = 1; from <= posts; from += postsPerStatement) {
    const last = Math.min(posts, from + postsPerStatement - 1);
    await sql`
      insert into blog_posts (title, slug, content, published, featured, published_at, first_published_at, category_id)
      select 'Post number ' || n, 'post-number-' || n,
        (${bodies}::text[])[1 + n % ${bodies.length}::int] || '<p>This is post ' || n || '.</p>', true, n % 50 = 0,
        now() - n * interval '1 hour', now() - n * interval '1 hour',
        (select id from blog_categories order by slug offset n % 20 limit 1)
      from generate_series(${from}::int, ${last}::int) n`.execute(db);
  }
  // Otherwise the process would index during the measurement.
  const keys = { deriveKey: (purpose: string) => deriveKey(sessionSecret, purpose), workOnText: doTextJob };
  await refreshDerived({ db, ...keys }, new AbortController().signal);
  await analyzeTables(db);
}
