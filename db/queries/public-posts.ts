import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Database } from '#db/client.ts';
import type { PostKind, PostRow, Tables } from '#db/tables.ts';
import { authorName, joinAuthor, shownAuthor } from './authors.ts';
import { bodyImages, clientLogo, featuredImage, socialImage } from './post-images.ts';
import { termTable, type TermFolders, type TermKind } from './managed-terms.ts';
import { isPublic, type KindFolder } from './visibility.ts';
import { compiledOnce, type ValueOf } from './compiled-once.ts';
import { allRows, countRows } from './outcome.ts';

const cardColumns = [
  'id',
  'kind',
  'slug',
  'title',
  'excerpt',
  'featured_image',
  'published_at',
  'display_published_at',
  'created_at',
  'read_minutes',
  'category_id',
] as const satisfies (keyof PostRow)[];

/**
 * The further columns that the page of a post reads. Not `*`: a statement with a star is planned anew for each page,
 * see `statement-names.ts`.
 */
const pageColumns = [
  'content',
  'first_published_at',
  'updated_at',
  'language',
  'meta_description',
  'social_title',
  'social_image',
  'canonical_url',
  'noindex',
  'facts',
  'client_logo',
] as const satisfies (keyof PostRow)[];

type PostLinkRow = { id: string; slug: string; title: string };

/** `likeness`: two for each common tag, one for a common category. */
type RelatedRow = PublicCardRow & { likeness: number };

/** The posts of a category, a tag or an author; null: all. */
export type TermOfPosts = { kind: TermKind; slug: string } | null;

/** The newest featured posts. */
export function listFeatured(db: Database, limit: number) {
  return selectCards(db).where('p.featured', '=', true).limit(sql.lit(limit)).execute();
}

/** A post as public lists read it: without its content. */
export type PublicCardRow = Awaited<ReturnType<typeof listFeatured>>[number];

/**
 * One page of public posts of these kinds, newest first, with the number of all of them and the id of the term in each row:
 * one statement. The posts are chosen before anything of them is read. The limit is a literal and the offset nothing that a
 * plan could know, or PostgreSQL would plan the statement anew each time.
 */
export function listPublic(
  db: Database,
  term: TermOfPosts,
  kinds: readonly PostKind[],
  window: { limit: number; offset: number },
) {
  const { limit, offset } = window;
  const newest = sql`order by listed_from desc, post_id desc limit`;
  const parts = listsOf(term).flatMap((list) =>
    kinds.map(
      (kind) => sql`(select post_id, listed_from from post_lists
        where list = ${list} and kind = ${sql.lit(kind)} and listed_from <= now() ${newest} (select ${offset + limit}::int))`,
    ),
  );
  const page = sql<string>`(select post_id from (${sql.join(parts, sql` union all `)}) listed
    ${newest} ${sql.lit(limit)} offset (select ${offset}::int))`;
  const isListed = sql`list in (${sql.join(listsOf(term))}) and kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`;
  const total = sql<number>`(select coalesce(sum(posts), 0)::int from list_totals where ${isListed})
    - (select count(*) from post_lists where ${isListed} and listed_from > now())`;
  return selectCards(db, kinds)
    .where('p.id', 'in', page)
    .select([total.as('total'), termId(term).as('term_id')])
    .execute();
}

export const maxRelated = 3;

/** One public post with content, tags, neighbors and related posts, or undefined: one statement. */
export async function findPublicBySlug(db: Database, slug: string) {
  const [row] = await publicBySlug(db, { slug });
  return row && { ...row, related: row.related.map(relatedFromJson) };
}

const publicBySlug = compiledOnce((db, value: ValueOf<{ slug: string }>) =>
  selectWhole(db)
    .select([neighbor('older').as('older'), neighbor('newer').as('newer'), related().as('related')])
    .where('p.slug', '=', value('slug')),
);

/** One public post of a kind with its content, or undefined. */
export function findPublicOfKind(db: Database, kind: PostKind, slug: string) {
  return selectWhole(db, [kind]).where('p.slug', '=', slug).executeTakeFirst();
}

/** One public post of these kinds without its content, or undefined. */
export function findPublicCardBySlug(db: Database, kinds: readonly PostKind[], slug: string) {
  return selectCards(db, kinds).select('p.facts').where('p.slug', '=', slug).executeTakeFirst();
}

/** The newest posts of a kind with their content, for the feed. */
export function listPublicWhole(db: Database, kind: PostKind, limit: number) {
  return selectWhole(db, [kind]).limit(sql.lit(limit)).execute();
}

export type PublicPostRow = Awaited<ReturnType<typeof listPublicWhole>>[number];

/**
 * Slugs and change dates of the public posts that search engines may list, oldest first, so that one part of the list
 * seldom changes.
 */
export function listIndexableAddresses(
  db: Database,
  origin: string,
  window: { limit: number; offset: number },
): Promise<{ slug: string; changed_at: Date }[]> {
  return selectPublic(db)
    .where(isIndexable(`${origin}/blog`))
    .select(['p.slug', sql<Date>`greatest(p.updated_at, p.published_at)`.as('changed_at')])
    .orderBy('p.published_at')
    .orderBy('p.id')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
}

/** Number of public posts that search engines may list. */
export function countIndexable(db: Database, origin: string): Promise<number> {
  return countRows(selectPublic(db).where(isIndexable(`${origin}/blog`)));
}

type IndexableRow = { path: string; changed_at: Date };

/**
 * The addresses of posts of these kinds that search engines may list, and of categories and tags that have at least one
 * public post of the blog, and of authors who have one of the kinds in `byAuthors`, with the newest change.
 */
export function listIndexablePages(
  db: Database,
  origin: string,
  folders: readonly KindFolder[],
  terms: TermFolders,
  byAuthors: readonly PostKind[],
) {
  const ofKind = ({ kind, folder }: KindFolder) => sql`
    select ${`${folder}/`} || p.slug as path, greatest(p.updated_at, p.published_at) as changed_at from blog_posts p
    where ${isPublic('p', [kind])} and ${isIndexable(origin + folder)}`;
  return allRows<IndexableRow>(db)`
    ${sql.join(folders.map(ofKind), sql` union all `)}
    union all
    select ${`${terms.category}/`} || c.slug, max(greatest(p.updated_at, p.published_at)) as changed_at
    from blog_categories c join blog_posts p on p.category_id = c.id
    where ${isPublic('p', ['post'])} group by c.id
    union all
    select ${`${terms.tag}/`} || t.slug, max(greatest(p.updated_at, p.published_at))
    from blog_tags t join blog_post_tags pt on pt.tag_id = t.id join blog_posts p on p.id = pt.post_id
    where ${isPublic('p', ['post'])} group by t.id
    union all
    select ${`${terms.author}/`} || w.slug, max(greatest(p.updated_at, p.published_at))
    from blog_posts p ${joinAuthor('p')}
    where ${isPublic('p', byAuthors)} and w.id is not null group by w.id
    order by path
    limit 9000`;
}

/** Categories that have at least one public post, by name. */
export function listPublicCategories(db: Database): Promise<{ name: string; slug: string }[]> {
  return db
    .selectFrom('blog_categories as c')
    .select(['c.name', 'c.slug'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('blog_posts as p')
          .select(sql`1`.as('one'))
          .whereRef('p.category_id', '=', 'c.id')
          .where(isPublic('p', ['post'])),
      ),
    )
    .orderBy(({ fn }) => fn<string>('lower', ['c.name']))
    .orderBy('c.id')
    .execute();
}

/**
 * The current slug of the public post of a kind that once had this slug; null when it was deleted.
 */
export function findSlugRedirect(db: Database, slug: string, kind: PostKind) {
  return db
    .selectFrom('slug_redirects as f')
    .leftJoin('blog_posts as p', (join) => join.onRef('p.id', '=', 'f.post_id').on(isPublic('p', [kind])))
    .select('p.slug')
    .where('f.kind', '=', 'post')
    .where('f.slug', '=', slug)
    .where(({ or, eb }) => or([eb('f.post_id', 'is', null), eb('p.id', 'is not', null)]))
    .executeTakeFirst();
}

type Source = { p: Tables['blog_posts'] };

function selectPublic(
  db: Database,
  kinds: readonly PostKind[] = ['post'],
): SelectQueryBuilder<Tables & Source, 'p', object> {
  return db.selectFrom('blog_posts as p').where(isPublic('p', kinds));
}

/** Neither hidden from search engines nor the copy of a page at another address. @param folder of its address, with the origin */
function isIndexable(folder: string): RawBuilder<boolean> {
  return sql<boolean>`(not p.noindex and (p.canonical_url is null or p.canonical_url = ${`${folder}/`} || p.slug))`;
}

function ordered<O>(query: SelectQueryBuilder<Tables & Source, 'p', O>) {
  return query.orderBy('p.published_at', 'desc').orderBy('p.id', 'desc');
}

/** The id of the category, tag or author; null for none. */
function termId(term: TermOfPosts): RawBuilder<string | null> {
  return term === null
    ? sql<null>`null::uuid`
    : sql<string | null>`(select id from ${termTable(term.kind)} where slug = ${term.slug})`;
}

/** The names of a list in `post_lists`; posts that name no author are in the list of their account. */
function listsOf(term: TermOfPosts): RawBuilder<string | null>[] {
  if (term === null) return [sql`uuid '00000000-0000-0000-0000-000000000000'`];
  if (term.kind !== 'author') return [termId(term)];
  return [termId(term), sql`(select user_id from authors where slug = ${term.slug})`];
}

/** Cards of public posts of these kinds, newest first. */
export function selectCards(db: Database, kinds?: readonly PostKind[]) {
  return withCard(ordered(selectPublic(db, kinds)));
}

function withCard<O>(query: SelectQueryBuilder<Tables & Source, 'p', O>) {
  return query
    .leftJoin('blog_categories as c', 'c.id', 'p.category_id')
    .leftJoin('profiles as a', 'a.user_id', 'p.author_id')
    .leftJoin('authors as w', (join) => join.on('w.id', '=', shownAuthor('p')))
    .select(columnsOf(cardColumns))
    .select([
      'c.name as category_name',
      'c.slug as category_slug',
      authorName.as('author_display_name'),
      'a.username as author_username',
      'w.slug as author_slug',
      featuredImage('p').as('featured_image_facts'),
    ]);
}

function selectWhole(db: Database, kinds?: readonly PostKind[]) {
  return withWhole(ordered(selectPublic(db, kinds)));
}

/** Posts, public or not, with all that their pages show. */
export function withWhole<O>(query: SelectQueryBuilder<Tables & Source, 'p', O>) {
  return withCard(query)
    .select(columnsOf(pageColumns))
    .select([
      bodyImages('p').as('images'),
      socialImage('p').as('social_image_facts'),
      clientLogo('p').as('client_logo_facts'),
    ])
    .select(({ selectFrom }) =>
      jsonObjectFrom(
        selectFrom('authors as writer')
          .leftJoin('images as portrait', 'portrait.id', 'writer.portrait_id')
          .select(['writer.id', 'writer.role', 'writer.bio', 'portrait.folder', 'portrait.name as image'])
          .where('writer.id', '=', shownAuthor('p')),
      ).as('author_facts'),
    )
    .select(({ selectFrom }) =>
      selectFrom('blog_post_search as l')
        .select('l.laid_out')
        .whereRef('l.post_id', '=', 'p.id')
        .as('laid_out'),
    )
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('blog_post_tags as pt')
          .innerJoin('blog_tags as t', 't.id', 'pt.tag_id')
          .select(['t.id', 't.name', 't.slug'])
          .whereRef('pt.post_id', '=', 'p.id')
          .orderBy(({ fn }) => fn<string>('lower', ['t.name']))
          .orderBy('t.id'),
      ).as('tags'),
    );
}

/** Columns of `p`. */
function columnsOf<Column extends keyof PostRow>(columns: readonly Column[]): `p.${Column}`[] {
  return columns.map((column): `p.${Column}` => `p.${column}`);
}

/** The public post just before or after `p` in the order of every list. */
function neighbor(which: 'older' | 'newer'): RawBuilder<PostLinkRow | null> {
  const [sign, direction] = which === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return sql<PostLinkRow | null>`(
    select json_build_object('id', other.id, 'slug', other.slug, 'title', other.title)
    from blog_posts other
    where ${isPublic('other', ['post'])} and (other.published_at, other.id) ${sign} (p.published_at, p.id)
    order by other.published_at ${direction}, other.id ${direction}
    limit 1)`;
}

/**
 * Public posts that share most with `p`: a tag counts twice, the category once, newer first. Looked for among a bounded
 * number of posts (the newest of each tag and of the category), so that it costs the same however many there are. Posts
 * of the tags depend on nothing but the tags, which `postPageKeys` relies on.
 */
function related(): RawBuilder<RelatedJson[]> {
  return sql<RelatedJson[]>`(
    select coalesce(json_agg(best), '[]')
    from (
      select
        ${sql.join(cardColumns.map((column) => sql.ref(`other.${column}`)))},
        c.name as category_name, c.slug as category_slug,
        ${authorName} as author_display_name, a.username as author_username, w.slug as author_slug,
        ${featuredImage('other')} as featured_image_facts, candidate.likeness
      from (
        select id, max(likeness) as likeness from (
          select alike.id, alike.published_at, count(*) * 2 + coalesce((alike.category_id = p.category_id)::int, 0) as likeness
          from blog_post_tags own
          cross join lateral (
            select other.id, other.published_at, other.category_id
            from post_lists its join blog_posts other on other.id = its.post_id
            where its.list = own.tag_id and its.kind = 'post' and its.listed_from <= now() and ${isPublic('other', ['post'])}
            order by its.listed_from desc, its.post_id desc limit 24
          ) alike
          where own.post_id = p.id
          group by alike.id, alike.published_at, alike.category_id
          union all
          (select other.id, other.published_at, 1
            from blog_posts other where ${isPublic('other', ['post'])} and other.category_id = p.category_id
            order by other.published_at desc, other.id desc limit 30)
        ) found
        where id <> p.id group by id, published_at
        order by max(likeness) desc, published_at desc, id desc
        limit ${sql.lit(maxRelated)}
      ) candidate
      join blog_posts other on other.id = candidate.id
      left join blog_categories c on c.id = other.category_id
      left join profiles a on a.user_id = other.author_id
      ${joinAuthor('other')}
      order by candidate.likeness desc, other.published_at desc, other.id desc
    ) best)`;
}

/** JSON has instants as text. */
type RelatedJson = Omit<RelatedRow, 'published_at' | 'created_at'> & {
  published_at: string;
  created_at: string;
};

function relatedFromJson(card: RelatedJson): RelatedRow {
  return { ...card, published_at: new Date(card.published_at), created_at: new Date(card.created_at) };
}

/** Returns those of the kinds of which something is public. */
export async function listPublicKinds(db: Database, kinds: readonly PostKind[]): Promise<PostKind[]> {
  const { rows } = await sql<{ kind: PostKind }>`
    select kind from unnest(array[${sql.join(kinds)}]::text[]) kind
    where exists (select from blog_posts p where p.kind = kind and ${isPublic('p', kinds)})`.execute(db);
  return rows.map(({ kind }) => kind);
}
