import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import { isByAuthor } from './authors.ts';
import { containing } from './containing.ts';
import { allRows, firstRow, hasRow } from './outcome.ts';

/**
 * The terms by which posts are listed. They are managed in the same way; only their tables, and how posts name them,
 * differ.
 */
export const termKinds = ['category', 'tag', 'author'] as const;
export type TermKind = (typeof termKinds)[number];
/** The folder of the addresses of each: this and `/slug`. */
export type TermFolders = Readonly<Record<TermKind, string>>;

/** True if the post `p` is of a term. */
export function isOfTerm(kind: TermKind, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const of = {
    category: sql<boolean>`p.category_id = ${id}`,
    tag: sql<boolean>`exists (select from blog_post_tags pt where pt.post_id = p.id and pt.tag_id = ${id})`,
    author: isByAuthor(id),
  };
  return of[kind];
}

/** Their terms, how a post is of one, and what describes it. */
const tables = {
  category: {
    terms: sql.table('blog_categories'),
    termId: sql.ref('category_id'),
    description: sql`t.description`,
    posts: sql`select from blog_posts p where p.category_id = t.id`,
  },
  tag: {
    terms: sql.table('blog_tags'),
    termId: sql.ref('tag_id'),
    description: sql`null::text`,
    posts: sql`select from blog_post_tags p where p.tag_id = t.id`,
  },
  author: {
    terms: sql.table('authors'),
    termId: sql.ref('author_id'),
    description: sql`t.role`,
    posts: sql`select from blog_posts p where ${isByAuthor(sql`t.id`)}`,
  },
};

export const termTable = (kind: TermKind) => tables[kind].terms;

export const termDescription = (kind: TermKind) => tables[kind].description;

/** The tags that these ids name, or named until they were merged into another one. Deleted tags are left out. */
export function presentTags(ids: readonly string[]) {
  return sql<string>`(
    select id from blog_tags where id = any(${ids}::uuid[])
    union
    select tag_id from slug_redirects where kind = 'tag' and merged_id = any(${ids}::uuid[])
  )`;
}

/** The stored columns of a term; a category and an author have more than a name. */
export type TermColumns = { name: string } & Readonly<Record<string, string | null>>;

type ManagedTermRow = {
  id: string;
  name: string;
  slug: string;
  /** The role of an author. */
  description: string | null;
  createdAt: Date;
  /** At most `maxPostsCounted`. */
  posts: number;
};

/** The posts of a term are counted up to here: with fifty large terms on a page, more would be what the page costs. */
export const maxPostsCounted = 1_000;

export type TermListOrder = { column: 'name' | 'slug' | 'created'; direction: 'asc' | 'desc' };

const orderKeys = { name: sql`lower(t.name)`, created: sql`t.created_at` };

/**
 * One page of categories, tags or authors, with the number of matches and of all: one statement.
 * @param search part of a name or slug, any case; `%` and `_` mean themselves.
 */
export async function listManagedTerms(
  db: Database,
  kind: TermKind,
  search: string,
  order: TermListOrder,
  window: { limit: number; offset: number },
): Promise<{ rows: ManagedTermRow[]; found: number; total: number }> {
  const { terms, description, posts } = tables[kind];
  const matches = search === '' ? sql`true` : sql`t.search_text like lower(${containing(search)}::text)`;
  const way = order.direction === 'asc' ? sql`asc` : sql`desc`;
  // A slug is unique: nothing needs to follow it.
  const orderBy =
    order.column === 'slug' ? sql`t.slug ${way}` : sql`${orderKeys[order.column]} ${way}, t.id ${way}`;
  // Ids alone are found in an index: a page far down the list reads no row before its own. Its rows are then looked up
  // one by one (that is what their limit is for), where the planner would rather read the whole table.
  const rows = await allRows<{ found: number; total: number } & (ManagedTermRow | { id: null })>(db)`
    with counted as materialized (
      select count(*) as found, (select count(*) from ${terms}) as total from ${terms} t where ${matches}
    ), page as materialized (
      select t.id from ${terms} t where ${matches} order by ${orderBy}
      limit ${window.limit}::int offset ${window.offset}::int
    )
    select counted.found, counted.total, t.id, t.name, t.slug, t.description, t.created_at as "createdAt",
           (select count(*) from (${posts} limit ${maxPostsCounted}) counted_posts) as posts
    from counted left join page on true
    left join lateral (
      select t.id, t.name, t.slug, ${description} as description, t.created_at
      from ${terms} t where t.id = page.id limit 1
    ) t on true
    order by ${orderBy}`;
  return {
    // Without a match there is still one line: the count.
    rows: rows.flatMap(({ found: _found, total: _total, ...row }) => (row.id === null ? [] : [row])),
    found: rows[0]?.found ?? 0,
    total: rows[0]?.total ?? 0,
  };
}

type LockedTermRow = { id: string; name: string; slug: string; description: string | null };

/** Locks terms until the transaction ends, always in the same order. */
export function lockTerms(db: Database, kind: TermKind, ids: readonly string[]) {
  const { terms, description } = tables[kind];
  return allRows<LockedTermRow>(db, 'writes')`
    select t.id, t.name, t.slug, ${description} as description from ${terms} t
    where t.id = any(${ids}::uuid[]) order by t.id for update`;
}

/** Inserts a term unless its slug is taken; undefined when it is. */
export function insertTerm(db: Database, kind: TermKind, term: TermColumns & { slug: string }) {
  const { terms } = tables[kind];
  return firstRow<{ id: string; name: string; slug: string }>(db, 'writes')`
    insert into ${terms} (${sql.join(Object.keys(term).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(term))})
    on conflict (slug) do nothing
    returning id, name, slug`;
}

/** @throws the driver's unique violation when the slug is taken by another term. */
export async function updateTermRow(
  db: Database,
  kind: TermKind,
  id: string,
  term: TermColumns & { slug: string },
): Promise<void> {
  const columns = Object.entries(term).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${tables[kind].terms} set ${sql.join(columns)} where id = ${id}`.execute(db);
}

export function isTermSlugTaken(db: Database, kind: TermKind, slug: string, exceptId: string) {
  const { terms } = tables[kind];
  return hasRow(db)`select from ${terms} where slug = ${slug} and id <> ${exceptId}`;
}

export async function countPostsOfTerm(db: Database, kind: TermKind, id: string): Promise<number> {
  const { terms, posts } = tables[kind];
  const counted = await firstRow<{ n: number }>(db)`
    select (select count(*) from (${posts}) counted) as n from ${terms} t where t.id = ${id}`;
  return counted?.n ?? 0;
}

/** Deletes a term; its posts stay, without it. */
export async function deleteTermRow(db: Database, kind: TermKind, id: string): Promise<void> {
  await sql`delete from ${tables[kind].terms} where id = ${id}`.execute(db);
}

/** Posts of a term that one transaction changes: the work of keeping their lists and figures grows with their square. */
export const maxPostsMoved = 250;

/**
 * Gives some posts of a term to another one, or only takes it from them.
 * @returns how many, at most `maxPostsMoved`
 */
export async function movePostsOfTerm(
  db: Database,
  kind: TermKind,
  from: string,
  into: string | null,
): Promise<number> {
  const limit = sql`limit ${sql.lit(maxPostsMoved)}`;
  const isOfAuthor = into === null ? sql`p.public_author_id = ${from}` : isByAuthor(sql`${from}::uuid`);
  const moves = {
    category: sql`update blog_posts set category_id = ${into}::uuid where category_id = ${from}
      and id in (select id from blog_posts where category_id = ${from} ${limit}) returning id`,
    tag: sql`with taken as (
        delete from blog_post_tags where tag_id = ${from}
          and post_id in (select post_id from blog_post_tags where tag_id = ${from} ${limit}) returning post_id
      ), given as (
        insert into blog_post_tags (post_id, tag_id)
        select post_id, ${into}::uuid from taken where ${into}::uuid is not null on conflict do nothing
      )
      select post_id from taken`,
    author: sql`update blog_posts p set public_author_id = ${into}::uuid where ${isOfAuthor}
      and p.id in (select p.id from blog_posts p where ${isOfAuthor} ${limit}) returning p.id`,
  };
  return (await moves[kind].execute(db)).rows.length;
}

/**
 * Gives the posts of one term to another, also where their pending changes and proposals name it, with its slug
 * redirects, and adds one for its own slug.
 */
export async function moveTerm(
  db: Database,
  kind: TermKind,
  from: { id: string; slug: string },
  intoId: string,
): Promise<void> {
  const { termId } = tables[kind];
  while ((await movePostsOfTerm(db, kind, from.id, intoId)) === maxPostsMoved) {
    // The next ones.
  }
  // An id is in no other text with these quotes.
  const moved = (settings: string) => sql`
    ${sql.ref(settings)} = replace(${sql.ref(settings)}::text, ${`"${from.id}"`}, ${`"${intoId}"`})::jsonb`;
  const names = (settings: string) => sql`strpos(${sql.ref(settings)}::text, ${`"${from.id}"`}) > 0`;
  await sql`update blog_post_pending_changes set ${moved('settings')} where ${names('settings')}`.execute(db);
  await sql`update proposals set ${moved('settings')}, ${moved('base_settings')}
    where ${names('settings')} or ${names('base_settings')}`.execute(db);
  await sql`update slug_redirects set ${termId} = ${intoId} where ${termId} = ${from.id}`.execute(db);
  await addSlugRedirect(db, kind, from.slug, intoId, from.id);
}

/**
 * Makes `slug` lead to the post or term that had it before.
 * @param mergedId of the term that had it, when that is merged into this one
 */
export async function addSlugRedirect(
  db: Database,
  kind: TermKind | 'post',
  slug: string,
  id: string,
  mergedId: string | null = null,
): Promise<void> {
  const column = kind === 'post' ? sql.ref('post_id') : tables[kind].termId;
  await sql`
    insert into slug_redirects (kind, slug, ${column}, merged_id) values (${kind}, ${slug}, ${id}, ${mergedId})
    on conflict (kind, slug) do update set ${column} = excluded.${column}, merged_id = excluded.merged_id`.execute(
    db,
  );
}

/** Deletes the redirect of a slug that is in use again. */
export async function deleteSlugRedirect(db: Database, kind: TermKind | 'post', slug: string): Promise<void> {
  await db.deleteFrom('slug_redirects').where('kind', '=', kind).where('slug', '=', slug).execute();
}

/** The present slug of the term that once had this one. */
export async function findTermSlugRedirect(
  db: Database,
  kind: TermKind,
  slug: string,
): Promise<string | undefined> {
  const { terms, termId } = tables[kind];
  const moved = await firstRow<{ slug: string }>(db)`
    select t.slug from slug_redirects f join ${terms} t on t.id = f.${termId}
    where f.kind = ${kind} and f.slug = ${slug}`;
  return moved?.slug;
}

export type TermRow = { id: string; name: string; slug: string };

/** All categories, tags or authors by name, to choose from. */
export function listTerms(db: Database, kind: TermKind) {
  return allRows<TermRow>(db)`
    select id, name, slug from ${tables[kind].terms} order by lower(name), id`;
}

export function findTerm(db: Database, kind: TermKind, by: { id: string } | { slug: string }) {
  const is = 'id' in by ? sql`id = ${by.id}` : sql`slug = ${by.slug}`;
  return firstRow<TermRow>(db)`select id, name, slug from ${tables[kind].terms} where ${is}`;
}

/** The first term of a name; case and width do not matter. */
export function findTermByName(db: Database, kind: TermKind, name: string) {
  return firstRow<TermRow>(db)`
    select id, name, slug from ${tables[kind].terms}
    where lower(normalize(name, nfkc)) = lower(normalize(${name}, nfkc)) order by created_at, id limit 1`;
}

/** The result of `presentTags`, in order. */
export async function findPresentTags(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await allRows<{ id: string }>(db)`select id from ${presentTags(ids)} present (id) order by id`;
  return rows.map(({ id }) => id);
}
