import type { DomainContext } from '#domain/context.ts';
import { findAuthorsByWords } from '#db/queries/authors.ts';
import { findMatchingQueries, findPostsByWords, findSpellings, type FoundRow } from '#db/queries/search.ts';
import { formatLongDate } from '#domain/text/dates.ts';
import { startOf, highlightExcerpt, highlight, type Piece } from '#domain/search/highlight.ts';
import { parseSearchQuery, tsqueryOf, type SearchQuery, type Term } from '#domain/search/search-query.ts';
import { isSpelling } from '#domain/search/search-document.ts';
import { likeliestSpellings, spellingKeys } from '#domain/search/spelling.ts';
import { wordsOf } from '#domain/search/words.ts';
import { kindsWhere } from '#domain/kinds.ts';
import { kindsByAuthors } from './list-published-posts.ts';
import type { Page } from './post.ts';
import { bylineOf, displayedDay } from './presenting.ts';

export type FoundPost = ReturnType<typeof presentFound>;

export type SearchResult = SearchQuery & {
  /** Null when the query has no words. */
  posts: Page<FoundPost> | null;
  /** Whose name or role has the words, on the first page. */
  authors: { name: string; slug: string; role: string | null }[];
  /** How the query was understood: as typed, with corrected spelling, or with only some of the words required. */
  understood: { kind: 'typed' } | { kind: 'corrected'; text: string } | { kind: 'some' };
};

type Reader = Pick<DomainContext, 'db' | 'timeZone'>;

const searchedKinds = kindsWhere(({ isInSearch }) => isInSearch);
const resultsPerPage = 12;
const extractLength = 240;
const maxAuthors = 3;

/**
 * Finds public posts by their words, in all their English forms and by their first characters, with or without accents.
 * Without a match misspelled words are replaced with the nearest ones that public posts have; if still nothing matches,
 * some of the words are enough. One statement when something matches, one for authors, a few more when nothing does.
 * @param input.page counted from 1
 * @returns null when there is no such page
 */
export async function searchPosts(
  ctx: Reader,
  { typed, page }: { typed: string; page: number },
): Promise<SearchResult | null> {
  const query = parseSearchQuery(typed);
  if (query.terms.length === 0) {
    return page === 1 ? { ...query, posts: null, authors: [], understood: { kind: 'typed' } } : null;
  }
  const [asTyped, authors] = await Promise.all([
    find(ctx, query.terms, 'all', page),
    page === 1 ? findAuthorsByWords(ctx.db, tsqueryOf(query.terms), kindsByAuthors, maxAuthors) : [],
  ]);
  if (asTyped) return { ...query, posts: asTyped, authors, understood: { kind: 'typed' } };
  const none = { items: [], page: 1, pages: 1, total: 0 };
  if (authors.length > 0) return { ...query, posts: none, authors, understood: { kind: 'typed' } };

  const corrected = await correct(ctx, query.terms);
  if (corrected.isChanged && corrected.terms.length > 0) {
    const posts = await find(ctx, corrected.terms, 'all', page);
    const text = corrected.terms.map(({ plain }) => plain).join(' ');
    if (posts) return { ...query, posts, authors, understood: { kind: 'corrected', text } };
  }
  const some = corrected.terms.length > 0 ? await find(ctx, corrected.terms, 'any', page) : null;
  if (some) return { ...query, posts: some, authors, understood: { kind: 'some' } };
  if (page > 1) return null;
  return { ...query, posts: none, authors, understood: { kind: 'typed' } };
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

/** Replaces terms that no public post has with the nearest word that one has; without such a word they are left out. */
async function correct(ctx: Reader, terms: readonly Term[]): Promise<{ terms: Term[]; isChanged: boolean }> {
  const matching = new Set(
    await findMatchingQueries(
      ctx.db,
      terms.map((term) => tsqueryOf([term])),
      searchedKinds,
    ),
  );
  const corrected: Term[] = [];
  let isChanged = false;
  for (const term of terms) {
    const meant = matching.has(tsqueryOf([term])) ? term : await findNearest(ctx, term);
    if (meant !== term) isChanged = true;
    if (meant) corrected.push(meant);
  }
  return { terms: corrected, isChanged };
}

async function findNearest(ctx: Reader, { plain }: Term): Promise<Term | null> {
  if (!isSpelling(plain)) return null;
  const near = likeliestSpellings(plain, await findSpellings(ctx.db, spellingKeys(plain), 500), 8);
  const terms = near
    .flatMap((spelling) => [...wordsOf(spelling)].slice(0, 1))
    .map(({ plain: word, stem }) => {
      return { plain: word, stem, isPrefix: false };
    });
  const matching = new Set(
    await findMatchingQueries(
      ctx.db,
      terms.map((term) => tsqueryOf([term])),
      searchedKinds,
    ),
  );
  return terms.find((term) => matching.has(tsqueryOf([term]))) ?? null;
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
    category:
      row.category_name !== null && row.category_slug !== null
        ? { name: row.category_name, slug: row.category_slug }
        : null,
    author: bylineOf({ display_name: row.author_display_name, username: row.author_username }),
    date: formatLongDate(day),
    day,
    readMinutes: row.read_minutes,
  };
}
