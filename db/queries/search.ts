import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind, PostRow } from '#db/tables.ts';
import { authorName, joinAuthor } from './authors.ts';
import { allRows, hasRow } from './outcome.ts';
import { isPublic } from './visibility.ts';

export type FoundRow = Pick<
  PostRow,
  'id' | 'slug' | 'kind' | 'title' | 'excerpt' | 'language' | 'created_at' | 'published_at' | 'read_minutes'
> & {
  words: string;
  display_published_at: string | null;
  category_name: string | null;
  category_slug: string | null;
  author_display_name: string | null;
  author_username: string | null;
  client: string | null;
  total: number;
};

/** Matches that are ranked: reading their words is most of the time. */
const newestKept = 120;
const titlesKept = 60;
/** Words that a third of the newest posts have find enough matches among these, without the index. */
const newestProbed = 24;
const newestWalked = 600;
/** Words that an eighth have are looked for among these, and in all posts only if too few of these match. */
const newestSearched = 1_200;

const rank = sql`ts_rank_cd('{0.1, 0.2, 0.4, 1.0}', document, words, 1)`;

/**
 * Public posts of these kinds that match a query, best first: of the newest that match and those whose titles match. The number of posts
 * looked at is limited, so that the time does not grow with the number of posts. One statement.
 * @param wanted a value of `tsquery`
 */
export function findPostsByWords(
  db: Database,
  wanted: string,
  kinds: readonly PostKind[],
  window: { limit: number; offset: number },
) {
  return allRows<FoundRow>(db)`
    with wanted as (select ${wanted}::tsquery as words),
    newest as materialized (
      select post_id, visible_from, document from blog_post_search where visible_from <= now()
      order by visible_from desc, post_id desc limit ${sql.lit(newestWalked)}
    ),
    probed as materialized (
      select count(*) as hits from (select document from newest limit ${sql.lit(newestProbed)}) first
      where document @@ (select words from wanted)
    ),
    walked as materialized (
      select post_id, visible_from, document, rank from (
        select post_id, visible_from, document, ${rank} as rank from newest cross join wanted
        where ${sql.lit(newestProbed / 3)} <= (select hits from probed)
        -- Keeps the rank, which only a match has, from being computed twice.
        offset 0
      ) read
      where rank > 0 limit ${sql.lit(newestKept)}
    ),
    candidates as (
      select post_id, visible_from, document, rank from walked
      union all
      select hit.post_id, hit.visible_from, hit.document, null from wanted cross join lateral search_candidates(
        wanted.words,
        (select visible_from from blog_post_search
          where visible_from <= now() and ${sql.lit(newestProbed / 8)} <= (select hits from probed)
          order by visible_from desc, post_id desc offset ${sql.lit(newestSearched)} limit 1),
        case when (select count(*) from walked) < ${sql.lit(newestKept)} then ${sql.lit(newestKept)} else 0 end,
        ${sql.lit(titlesKept)}
      ) hit
    ),
    ranked as materialized (
      select post_id, visible_from, count(*) over () as total, coalesce(rank, ${rank}) as rank
      from (
        select distinct on (post_id) post_id, visible_from, document, rank from candidates order by post_id, rank
      ) once cross join wanted
      order by rank desc, visible_from desc, post_id desc
      limit ${sql.lit(window.limit)} offset (select ${window.offset}::int)
    )
    select
      p.id, p.slug, p.kind, p.title, p.excerpt, p.language, s.words,
      p.facts ->> 'client' as client, p.published_at, p.display_published_at, p.created_at, p.read_minutes, c.name as category_name, c.slug as category_slug,
      ${authorName} as author_display_name, a.username as author_username, ranked.total
    from ranked
    join blog_posts p on p.id = ranked.post_id
    join blog_post_search s on s.post_id = ranked.post_id
    left join blog_categories c on c.id = p.category_id
    left join profiles a on a.user_id = p.author_id
    ${joinAuthor('p')}
    where ${isPublic('p', kinds)}
    order by ranked.rank desc, ranked.visible_from desc, ranked.post_id desc`;
}

/** Posts whose words are looked at for a typing mistake: their titles, and the texts of fewer. */
const newestTitles = 1_000;
const newestTexts = 100;
const maxWords = 3_000;

/**
 * Words of the newest public posts that start as a typed word and are about as long: longer ones before their
 * stems, then frequent ones. The number of
 * posts looked at is limited.
 */
export function listWordsLike(db: Database, typed: string, mistakes: number) {
  return allRows<{ word: string }>(db)`
    with newest as materialized (
      select title, document, row_number() over () as place from (
        select title, document from blog_post_search where visible_from <= now()
        order by visible_from desc, post_id desc limit ${newestTitles}
      ) s
    )
    select word
    from newest cross join lateral unnest(
      tsvector_to_array(case when place <= ${newestTexts} then document else title end)
    ) word
    where left(word, 1) = ${typed.slice(0, 1)}
      and length(word) between ${typed.length - mistakes} and ${typed.length + mistakes}
    group by word order by length(word) desc, count(*) desc, word limit ${maxWords}`;
}

/** Columns that follow from the words of a post. */
type DerivedRow = Record<'document' | 'title' | 'words' | 'laid_out' | 'made_by', string>;

/** Replaces what follows from the words of a post. */
export async function updateDerived(db: Database, postId: string, row: DerivedRow): Promise<void> {
  await sql`
    update blog_post_search
    set document = ${row.document}::tsvector, title = ${row.title}::tsvector, words = ${row.words},
      laid_out = ${row.laid_out}, made_by = ${row.made_by}
    where post_id = ${postId}`.execute(db);
}

/** Merges the words of recent writes into the indexes: each search reads those that are not merged one after the other. */
export async function mergeNewWords(db: Database): Promise<void> {
  await sql`
    select gin_clean_pending_list(name::regclass)
    from unnest(array['blog_post_search_document_idx', 'blog_post_search_title_idx']) name`.execute(db);
}

/** True while what follows from a post was made by another version of the code or with another key. */
export function hasStalePosts(db: Database, madeBy: string) {
  return hasRow(db)`select from blog_post_search where made_by <> ${madeBy} limit 1`;
}

/** Such posts, locked until the transaction ends; those that another transaction is working on are left out. */
export function lockStalePosts(db: Database, madeBy: string, limit: number) {
  return allRows<Pick<PostRow, 'id' | 'title' | 'excerpt' | 'content' | 'language' | 'published'>>(
    db,
    'writes',
  )`
    select p.id, p.title, p.excerpt, p.content, p.language, p.published
    from blog_post_search s join blog_posts p on p.id = s.post_id
    where s.made_by <> ${madeBy}
    limit ${limit}
    for update of s skip locked`;
}
