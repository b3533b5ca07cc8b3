import type { Core } from '#domain/core/context.ts';
import { findAuthorsByWords } from '#db/queries/authors.ts';
import { findPostsByWords, type FoundRow, listWordsLike } from '#db/queries/search.ts';
import { formatLongDate } from '#domain/fields/dates.ts';
import { startOf, highlightExcerpt, highlight, type Piece } from '#domain/search/highlight.ts';
import { mistakesIn, nearestWord } from '#domain/search/nearest-word.ts';
import { parseSearchQuery, tsqueryOf, type SearchQuery, type Term } from '#domain/search/search-query.ts';
import { kindsWhere } from '#domain/core/kinds.ts';
import { kindsByAuthors } from './list-published-posts.ts';
import type { Page } from './post.ts';
import { bylineOf } from '#domain/taxonomy/author.ts';
import { categoryOf, displayedDay } from './presenting.ts';

export type FoundPost = ReturnType<typeof presentFound>;

export type SearchResult = SearchQuery & {
  /** Null when the query has no words. */
  posts: Page<FoundPost> | null;
  /** Whose name or role has the words, on the first page. */
  authors: { name: string; slug: string; role: string | null }[];
  /** True if no post has every word, and these have some of them. */
  isPartial: boolean;
  /** The typed text, where nothing was found and this is the result for what it may have meant. */
  misspelled?: string;
};

type Reader = Pick<Core, 'db' | 'timeZone'>;

const searchedKinds = kindsWhere(({ isInSearch }) => isInSearch);
const resultsPerPage = 12;
const extractLength = 240;
const maxAuthors = 3;
const maxCorrected = 3;

/**
 * Finds public posts by their words, in all their English forms and by their first characters, with or without accents.
 * Without a match some of the words are enough; without any, words of the posts that differ by typing mistakes. One
 * statement for posts and one for authors; when nothing matches, one more, and one for each word.
 * @param input.page counted from 1
 * @returns null when there is no such page
 */
export async function searchPosts(
  ctx: Reader,
  { typed, page }: { typed: string; page: number },
): Promise<SearchResult | null> {
  const query = parseSearchQuery(typed);
  if (query.terms.length === 0) {
    return page === 1 ? { ...query, posts: null, authors: [], isPartial: false } : null;
  }
  const [all, authors] = await Promise.all([
    find(ctx, query.terms, 'all', page),
    page === 1 ? findAuthorsByWords(ctx.db, tsqueryOf(query.terms), kindsByAuthors, maxAuthors) : [],
  ]);
  const mayBePartial = all === null && authors.length === 0 && query.terms.length > 1;
  const some = mayBePartial ? await find(ctx, query.terms, 'any', page) : null;
  if (all === null && some === null && authors.length === 0 && page === 1) {
    const meant = await correct(ctx, query.terms);
    const result = meant === null ? null : await searchPosts(ctx, { typed: meant, page });
    if (result !== null) return { ...result, misspelled: query.text };
  }
  const posts = all ?? some ?? (page > 1 ? null : { items: [], page: 1, pages: 1, total: 0 });
  return posts && { ...query, posts, authors, isPartial: some !== null };
}

/** The words with those of the posts that they may have meant; null where there are none, so a correction is not corrected. */
async function correct(ctx: Reader, terms: readonly Term[]): Promise<string | null> {
  const words = await Promise.all(
    terms.slice(0, maxCorrected).map(async ({ plain }) => {
      const mistakes = mistakesIn(plain);
      if (mistakes === 0) return plain;
      const like = (await listWordsLike(ctx.db, plain, mistakes)).map(({ word }) => word);
      return like.includes(plain) ? plain : (nearestWord(plain, like) ?? plain);
    }),
  );
  return words.every((word, index) => word === terms[index]?.plain) ? null : words.join(' ');
}

async function find(
  ctx: Reader,
  terms: readonly Term[],
  wanted: 'all' | 'any',
  page: number,
): Promise<Page<FoundPost> | null> {
  const window = { limit: resultsPerPage, offset: (page - 1) * resultsPerPage };
  const rows = await findPostsByWords(ctx.db, tsqueryOf(terms, wanted), searchedKinds, window);
  const [first] = rows;
  if (!first) return null;
  return {
    items: rows.map((row) => presentFound(row, terms, ctx.timeZone)),
    page,
    pages: Math.ceil(first.total / resultsPerPage),
    total: first.total,
  };
}

/** From the body, else from the excerpt; without a match there, how the text starts. */
function extractOf({ words, excerpt, language }: FoundRow, terms: readonly Term[]): Piece[] {
  return (
    highlightExcerpt(words, terms, extractLength, language) ??
    highlightExcerpt(excerpt ?? '', terms, extractLength, language) ?? [
      { text: startOf(excerpt ?? words, extractLength), isMarked: false },
    ]
  );
}

function presentFound(row: FoundRow, terms: readonly Term[], timeZone: string) {
  const day = displayedDay(row, timeZone);
  return {
    slug: row.slug,
    kind: row.kind,
    title: highlight(row.title, terms, row.language),
    extract: extractOf(row, terms),
    client: row.client,
    category: categoryOf(row),
    author: bylineOf({ display_name: row.author_display_name, username: row.author_username }),
    date: formatLongDate(day),
    day,
    readMinutes: row.read_minutes,
  };
}
