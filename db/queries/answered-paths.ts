import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { isPublic, type KindFolder } from './visibility.ts';

/** A path that content answers: with a page, or by leading on to where that has moved. */
export type AnsweredPath = { path: string; leads_to: string | null };

/**
 * Which of these paths public posts of these kinds, categories and tags answer, by their present or an earlier slug.
 */
export async function findAnsweredPaths(
  db: Database,
  paths: readonly string[],
  folders: readonly KindFolder[],
): Promise<AnsweredPath[]> {
  const slugsBelow = (folder: string) =>
    sql<string>`any(${paths.flatMap((path) =>
      path.startsWith(folder) && !path.includes('/', folder.length) ? [path.slice(folder.length)] : [],
    )}::text[])`;
  const postsBelow = ({ kind, folder }: KindFolder) => sql`
    select ${`${folder}/`} || p.slug as path, null as leads_to
    from blog_posts p where p.slug = ${slugsBelow(`${folder}/`)} and ${isPublic('p', [kind])}
    union all
    select ${`${folder}/`} || f.slug, ${`${folder}/`} || p.slug
    from slug_redirects f join blog_posts p on p.id = f.post_id
    where f.kind = 'post' and f.slug = ${slugsBelow(`${folder}/`)} and ${isPublic('p', [kind])}`;
  const { rows } = await sql<AnsweredPath>`
    ${sql.join(folders.map(postsBelow), sql` union all `)}
    union all
    select '/blog/category/' || slug, null from blog_categories where slug = ${slugsBelow('/blog/category/')}
    union all
    select '/blog/category/' || f.slug, '/blog/category/' || c.slug
    from slug_redirects f join blog_categories c on c.id = f.category_id
    where f.kind = 'category' and f.slug = ${slugsBelow('/blog/category/')}
    union all
    select '/blog/tag/' || slug, null from blog_tags where slug = ${slugsBelow('/blog/tag/')}
    union all
    select '/blog/tag/' || f.slug, '/blog/tag/' || t.slug
    from slug_redirects f join blog_tags t on t.id = f.tag_id
    where f.kind = 'tag' and f.slug = ${slugsBelow('/blog/tag/')}`.execute(db);
  return rows;
}
