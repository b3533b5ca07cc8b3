import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { allRows } from './outcome.ts';
import { isPublic, type KindFolder } from './visibility.ts';

/** Pages of posts that became public, or are not public anymore, since search engines were told; oldest path first. */
export function listUnannouncedPages(db: Database, folders: readonly KindFolder[], limit: number) {
  const pages = folders.map(
    ({ kind, folder }) => sql`select ${`${folder}/`} || p.slug as path from blog_posts p
      where ${isPublic('p', [kind])} and not p.noindex and p.canonical_url is null`,
  );
  return allRows<{ path: string; isPublic: boolean }>(db)`
    with public as (${sql.join(pages, sql` union all `)})
    select coalesce(public.path, told.path) as path, public.path is not null as "isPublic"
    from public full join announced_pages told on told.path = public.path
    where public.path is null or told.path is null
    order by 1 limit ${limit}`;
}

/** Search engines know of these now. */
export async function setAnnounced(
  db: Database,
  pages: readonly { path: string; isPublic: boolean }[],
): Promise<void> {
  const paths = (wanted: boolean) => pages.filter((page) => page.isPublic === wanted).map(({ path }) => path);
  await sql`insert into announced_pages (path)
    select unnest(${paths(true)}::text[]) on conflict do nothing`.execute(db);
  await sql`delete from announced_pages where path = any(${paths(false)}::text[])`.execute(db);
}
