import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { termKinds, termTable, type TermFolders, type TermKind } from './managed-terms.ts';
import { allRows } from './outcome.ts';
import { isPublic, type KindFolder } from './visibility.ts';

/** A path that content answers: with a page, or by leading on to where that has moved. */
type AnsweredPath = { path: string; leads_to: string | null };

/**
 * Which of these paths public posts of these kinds, categories, tags and authors answer, by their present or an earlier slug.
 */
export function findAnsweredPaths(
  db: Database,
  paths: readonly string[],
  folders: readonly KindFolder[],
  terms: TermFolders,
) {
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
  const termsBelow = (kind: TermKind) => {
    const [table, id, folder] = [termTable(kind), sql.ref(`${kind}_id`), `${terms[kind]}/`];
    return sql`
      select ${folder} || slug, null from ${table} where slug = ${slugsBelow(folder)}
      union all
      select ${folder} || f.slug, ${folder} || t.slug
      from slug_redirects f join ${table} t on t.id = f.${id}
      where f.kind = ${kind} and f.slug = ${slugsBelow(folder)}`;
  };
  return allRows<AnsweredPath>(db)`
    ${sql.join(folders.map(postsBelow), sql` union all `)}
    union all ${sql.join(termKinds.map(termsBelow), sql` union all `)}`;
}
