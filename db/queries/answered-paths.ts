import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { isPublic } from './visibility.ts';

/** A path that content answers: with a page, or by leading on to where that has moved. */
export type AnsweredPath = { path: string; leads_to: string | null };

/** Which of these paths public posts, categories and tags answer, by their present or an earlier slug. */
export async function findAnsweredPaths(db: Database, paths: readonly string[]): Promise<AnsweredPath[]> {
  const slugsBelow = (folder: string) =>
    sql<string>`any(${paths.flatMap((path) =>
      path.startsWith(folder) && !path.includes('/', folder.length) ? [path.slice(folder.length)] : [],
    )}::text[])`;
  const { rows } = await sql<AnsweredPath>`
    select '/blog/' || p.slug as path, null as leads_to
    from blog_posts p where p.slug = ${slugsBelow('/blog/')} and ${isPublic('p')}
    union all
    select '/blog/' || f.slug, '/blog/' || p.slug
    from blog_post_slug_redirects f join blog_posts p on p.id = f.post_id
    where f.slug = ${slugsBelow('/blog/')} and ${isPublic('p')}
    union all
    select '/blog/category/' || slug, null from blog_categories where slug = ${slugsBelow('/blog/category/')}
    union all
    select '/blog/category/' || f.slug, '/blog/category/' || c.slug
    from blog_category_slug_redirects f join blog_categories c on c.id = f.term_id
    where f.slug = ${slugsBelow('/blog/category/')}
    union all
    select '/blog/tag/' || slug, null from blog_tags where slug = ${slugsBelow('/blog/tag/')}
    union all
    select '/blog/tag/' || f.slug, '/blog/tag/' || t.slug
    from blog_tag_slug_redirects f join blog_tags t on t.id = f.term_id
    where f.slug = ${slugsBelow('/blog/tag/')}`.execute(db);
  return rows;
}

/** Addresses of content that a visitor may have meant: the newest posts, categories and tags. At most `limit` of each. */
export async function listContentPaths(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    (select '/blog/' || p.slug as path from blog_posts p where ${isPublic('p')}
     order by p.published_at desc, p.id desc limit ${limit})
    union all (select '/blog/category/' || slug from blog_categories order by created_at desc, id desc limit ${limit})
    union all (select '/blog/tag/' || slug from blog_tags order by created_at desc, id desc limit ${limit})`.execute(
    db,
  );
  return rows.map(({ path }) => path);
}
