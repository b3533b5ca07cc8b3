import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind, PostRow } from '#db/tables.ts';
import { shownAuthor } from './authors.ts';
import { allRows } from './outcome.ts';
import { isPublic } from './visibility.ts';

export type WholePost = PostRow & {
  category: string | null;
  author: string | null;
  /** The name that visitors see where there is no author. */
  account: string | null;
  tags: string[];
  /** Slugs that it had before, which lead to it. */
  aliases: string[];
};

/**
 * Posts of these kinds with the slugs of what they belong to, in the order of their kinds and slugs.
 * @param after the last one before; null for the first ones
 */
export function listWholePosts(
  db: Database,
  after: Pick<PostRow, 'kind' | 'slug'> | null,
  { limit, kinds, withDrafts }: { limit: number; kinds: readonly PostKind[]; withDrafts: boolean },
) {
  return allRows<WholePost>(db)`
    select p.*, c.slug as category, w.slug as author, coalesce(a.display_name, a.username) as account,
      array(select t.slug from blog_post_tags pt join blog_tags t on t.id = pt.tag_id
        where pt.post_id = p.id order by t.slug) as tags,
      array(select r.slug from slug_redirects r where r.post_id = p.id order by r.slug) as aliases
    from blog_posts p
    left join blog_categories c on c.id = p.category_id
    left join authors w on w.id = ${shownAuthor('p')}
    left join profiles a on a.user_id = p.author_id
    where (p.kind, p.slug) > (${after?.kind ?? ''}, ${after?.slug ?? ''})
      and (${withDrafts} or ${isPublic('p', kinds)})
    order by p.kind, p.slug
    limit ${limit}`;
}

/** Categories, tags, authors and redirects, each by what it is found by. */
export async function listWholeTerms(db: Database) {
  const categories = db
    .selectFrom('blog_categories as c')
    .select(['c.slug', 'c.name', 'c.description', earlierSlugs(sql`r.category_id = c.id`)])
    .orderBy('c.slug');
  const tags = db
    .selectFrom('blog_tags as t')
    .select(['t.slug', 't.name', earlierSlugs(sql`r.tag_id = t.id`)])
    .orderBy('t.slug');
  const authors = db
    .selectFrom('authors as a')
    .leftJoin('images as i', 'i.id', 'a.portrait_id')
    .select(['a.slug', 'a.name', 'a.role', 'a.bio', 'a.links', 'i.folder', 'i.name as portrait'])
    .select(earlierSlugs(sql`r.author_id = a.id`))
    .orderBy('a.slug');
  const redirects = db
    .selectFrom('redirect_rules')
    .select(['source', 'is_prefix', 'status', 'target'])
    .orderBy('source')
    .orderBy('is_prefix');
  return {
    categories: await categories.execute(),
    tags: await tags.execute(),
    authors: await authors.execute(),
    redirects: await redirects.execute(),
  };
}

/** As `aliases` of a post; null where there is none. */
function earlierSlugs(isOf: RawBuilder<unknown>) {
  return sql<
    string[] | null
  >`(select array_agg(r.slug order by r.slug) from slug_redirects r where ${isOf})`.as('aliases');
}

/** Every stored image with its description, and whether the site itself shows it, by key. */
export function listWholeImages(db: Database) {
  return db
    .selectFrom('images as i')
    .select((from) => [
      'i.folder',
      'i.name',
      'i.alt',
      'i.caption',
      'i.original_name',
      'i.placeholder',
      from
        .exists(from.selectFrom('site_images as s').select('s.image_id').whereRef('s.image_id', '=', 'i.id'))
        .as('in_site'),
    ])
    .where('i.state', '=', 'stored')
    .orderBy('i.folder')
    .orderBy('i.name')
    .execute();
}
