import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind } from '#db/tables.ts';
import { joinAuthor } from './authors.ts';
import { caseStudyOrder } from './case-studies.ts';
import { containing } from './containing.ts';
import { isOfKind, isReadableBy, isScheduled } from './visibility.ts';
import { allRows } from './outcome.ts';

/** `visitors`: the order in which visitors see case studies. */
export type PostListOrder =
  | { column: 'title' | 'created' | 'updated'; direction: 'asc' | 'desc' }
  | 'visitors';

export type PostListFilter = {
  kind: PostKind;
  /**
   * Part of a title or of a category's name, or the start of `uncategorized`, any case; `%` and `_` mean themselves. In
   * other kinds than posts part of a title, slug, excerpt or client.
   */
  search: string;
  status: 'published' | 'draft' | 'scheduled' | null;
  /** A category's slug, or `uncategorized: true` for posts without one. */
  category: { slug: string } | { uncategorized: true } | null;
  authorId: string | null;
  /** Only what this person may read; null for who may read every text. */
  readerId: string | null;
};

export type PostListItem = {
  id: string;
  kind: PostKind;
  slug: string;
  title: string;
  category: string | null;
  published: boolean;
  /** The planned date of a draft, if any. */
  publishedAt: Date | null;
  /** Published with a date in the future. */
  scheduled: boolean;
  author: string | null;
  featuredImage: string | null;
  client: string | null;
  /** The place of a case study that was ordered by hand. */
  position: number | null;
  totalViews: number;
  viewsToday: number;
  createdAt: Date;
  updatedAt: Date;
};

type Counted = { total: number; is_more: boolean };

/** Counting stops here: no user turns thousands of pages, and counting all rows would take too long. */
const maxCounted = 5_000;

/**
 * A search scans this many posts in the list's order first. Frequent matches are found there within a millisecond; rare
 * ones are then found by the index of character n-grams. The time of neither grows with the number of posts.
 */
const maxScanned = 1_000;

/**
 * One page of the posts of a kind for the admin, with the number of matches, or with `isMore` a lower bound of it: one
 * statement. Its limits are literals: as parameters they would be unknown to a cached plan, which would then look more
 * expensive than a new one.
 */
export async function listPostRows(
  db: Database,
  filter: PostListFilter,
  order: PostListOrder,
  window: { limit: number; offset: number },
) {
  const page =
    filter.search === '' || order === 'visitors' || filter.kind !== 'post'
      ? browse(filter, order, window)
      : find(filter, order, window);
  const rows = await allRows<Counted & (PostListItem | { id: null })>(db)`
    with ${page}
    select counted.total, counted.is_more,
           p.id, p.kind, p.slug, p.title, p.facts ->> 'client' as client, p.position, c.name as category, p.published, p.published_at as "publishedAt",
           ${isScheduled('p')} as scheduled, p.created_at as "createdAt", p.updated_at as "updatedAt",
           coalesce(w.name, a.display_name, a.username) as author, p.featured_image as "featuredImage",
           coalesce(s.total_views, 0) as "totalViews", coalesce(s.views_today, 0) as "viewsToday"
    from counted
    left join page on true
    left join blog_posts p on p.id = page.id
    left join blog_categories c on c.id = p.category_id
    left join profiles a on a.user_id = p.author_id
    ${joinAuthor('p')}
    left join blog_post_stats s on s.id = page.id
    order by ${orderBy(order)}`;
  return {
    // Without a match there is still one row: the count.
    items: rows.flatMap(({ total: _total, is_more: _isMore, ...row }) => (row.id === null ? [] : [row])),
    total: rows[0]?.total ?? 0,
    isMore: rows[0]?.is_more ?? false,
  };
}

/** `page` and `counted` of the posts that match a filter. */
function browse(filter: PostListFilter, order: PostListOrder, window: { limit: number; offset: number }) {
  return sql`
    page as materialized (
      select p.id from blog_posts p where ${matches(filter)}
      order by ${orderBy(order)} limit ${sql.lit(window.limit)} offset ${sql.lit(window.offset)}
    ), counted as materialized (
      select least(count(*), ${sql.lit(maxCounted)}) as total, count(*) > ${sql.lit(maxCounted)} as is_more
      from (select from blog_posts p where ${matches(filter)} limit ${sql.lit(maxCounted + 1)}) matching
    )`;
}

/**
 * `page` and `counted` of a search: first by scanning, then, if that did not fill the page, by the indexes, one query for
 * titles and one for categories, because no single plan uses both indexes. Posts without a category are found by what the
 * list shows for it.
 */
function find(
  filter: PostListFilter,
  order: Exclude<PostListOrder, 'visitors'>,
  window: { limit: number; offset: number },
) {
  const pattern = sql<string>`lower(${containing(filter.search)}::text)`;
  const findsUncategorized = sql.lit('uncategorized'.startsWith(filter.search.toLowerCase()));
  const key = orderKeys[order.column];
  const way = order.direction === 'asc' ? sql`asc` : sql`desc`;
  return sql`
    hit_categories as materialized (
      select id from blog_categories where lower(name) like ${pattern}
    ), walked as materialized (
      select p.id, p.title, p.category_id, ${key} as key from blog_posts p where ${matches(filter)}
      order by ${orderBy(order)} limit ${sql.lit(maxScanned)}
    ), near as materialized (
      select id, key from walked
      where lower(title) like ${pattern} or category_id in (select id from hit_categories)
         or (${findsUncategorized} and category_id is null)
    ), enough as materialized (
      select (select count(*) from near) >= ${window.offset + window.limit} as fills,
             (select count(*) from walked) < ${sql.lit(maxScanned)} as is_all
    ), far as materialized (
      select p.id, ${key} as key from blog_posts p
      where (select not fills and not is_all from enough) and ${matches(filter)} and lower(p.title) like ${pattern}
        and character_ngrams(p.title) @> required_ngrams(${filter.search}::text)
      union all
      select p.id, p.key from hit_categories h cross join lateral (
        select p.id, ${key} as key from blog_posts p
        where p.category_id = h.id and ${matches(filter)} and lower(p.title) not like ${pattern} offset 0
      ) p where (select not fills and not is_all from enough)
      union all
      select p.id, ${key} as key from blog_posts p
      where ${findsUncategorized} and (select not fills and not is_all from enough) and ${matches(filter)}
        and p.category_id is null and lower(p.title) not like ${pattern}
    ), page as materialized (
      select id from (
        select id, key from near where (select fills or is_all from enough)
        union all select id, key from far
      ) found
      order by key ${way}, id ${way} limit ${sql.lit(window.limit)} offset ${sql.lit(window.offset)}
    ), counted as materialized (
      select case when fills or is_all then (select count(*) from near) else (select count(*) from far) end as total,
             fills and not is_all as is_more
      from enough
    )`;
}

/** The search of posts is `find`. */
function matches(filter: PostListFilter): RawBuilder<unknown> {
  const { kind, search, status, category, authorId, readerId } = filter;
  const conditions = [
    isOfKind('p', [kind]),
    kind === 'post' || search === ''
      ? null
      : sql`concat_ws(E'\\n', p.title, p.slug, p.excerpt, p.facts ->> 'client') ilike ${containing(search)}`,
    status === null ? null : statuses[status],
    category === null
      ? null
      : 'slug' in category
        ? sql`p.category_id = (select id from blog_categories where slug = ${category.slug})`
        : sql`p.category_id is null`,
    authorId === null ? null : sql`p.author_id = ${authorId}`,
    readerId === null ? null : isReadableBy('p', readerId),
  ].filter((condition) => condition !== null);
  return sql.join(conditions, sql` and `);
}

const statuses = { published: sql`p.published`, draft: sql`not p.published`, scheduled: isScheduled('p') };

/** Equal to the start of the index of each order. */
function orderBy(order: PostListOrder): RawBuilder<unknown> {
  if (order === 'visitors') return caseStudyOrder;
  const { column, direction } = order;
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  return sql`${orderKeys[column]} ${way}, p.id ${way}`;
}

const orderKeys = { title: sql`lower(p.title)`, created: sql`p.created_at`, updated: sql`p.updated_at` };
