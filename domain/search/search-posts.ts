import type { DomainContext } from '#domain/context.ts';
import { findAnswerable, findPostsByWords, findSpellings, type FoundRow } from '#db/queries/search.ts';
import type { Page, TermName } from '#domain/posts/post.ts';
import { bylineOf, displayedDay } from '#domain/posts/presenting.ts';
import { formatLongDate } from '#domain/text/dates.ts';
import { visibleText } from '#domain/text/visible-text.ts';
import { beginOf, highlightExcerpt, highlight, type Piece } from './highlight.ts';
import { parseSearchQuery, tsqueryOf, type Question, type Term } from './search-query.ts';
import { isSpelling } from './search-document.ts';
import { likeliestSpellings, spellingKeys } from './spelling.ts';
import { wordsOf } from './words.ts';

export type FoundPost = {
  slug: string;
  title: Piece[];
  extract: Piece[];
  category: TermName | null;
  author: string;
  date: string;
  day: string;
  readMinutes: number;
};

export type SearchResult = Question & {
  /** Null when there was nothing to look for. */
  posts: Page<FoundPost> | null;
  /** How the question was understood: as typed, with words spelt otherwise, or with some of the words only. */
  understood: { kind: 'typed' } | { kind: 'corrected'; text: string } | { kind: 'some' };
};

type Reader = Pick<DomainContext, 'db' | 'timeZone'>;

export const resultsPerPage = 12;
const extractLength = 240;

/**
 * Finds public posts by their words. Words are found in all their forms and by their beginning, with or without
 * accents. When nothing is found, misspelt words are read as the nearest ones that public posts have, and then some of
 * the words are enough. One statement when something is found, a few more otherwise.
 * @returns null when there is no such page.
 */
export async function searchPosts(
  ctx: Reader,
  { typed, page }: { typed: string; page: number },
): Promise<SearchResult | null> {
  const question = parseSearchQuery(typed);
  if (question.terms.length === 0) {
    return page === 1 ? { ...question, posts: null, understood: { kind: 'typed' } } : null;
  }
  const asTyped = await find(ctx, question.terms, 'all', page);
  if (asTyped) return { ...question, posts: asTyped, understood: { kind: 'typed' } };

  const corrected = await correct(ctx, question.terms);
  if (corrected.isChanged && corrected.terms.length > 0) {
    const posts = await find(ctx, corrected.terms, 'all', page);
    const text = corrected.terms.map(({ plain }) => plain).join(' ');
    if (posts) return { ...question, posts, understood: { kind: 'corrected', text } };
  }
  const some = corrected.terms.length > 0 ? await find(ctx, corrected.terms, 'any', page) : null;
  if (some) return { ...question, posts: some, understood: { kind: 'some' } };
  if (page > 1) return null;
  const none = { items: [], page: 1, pages: 1, total: 0 };
  return { ...question, posts: none, understood: { kind: 'typed' } };
}

async function find(
  ctx: Reader,
  terms: readonly Term[],
  wanted: 'all' | 'any',
  page: number,
): Promise<Page<FoundPost> | null> {
  const window = { limit: resultsPerPage, offset: (page - 1) * resultsPerPage };
  const rows = await findPostsByWords(ctx.db, tsqueryOf(terms, wanted), window);
  const [first] = rows;
  if (!first) return null;
  return {
    items: rows.map((row) => presentFound(row, terms, ctx.timeZone)),
    page,
    pages: Math.ceil(first.total / resultsPerPage),
    total: first.total,
  };
}

/** Terms that no public post has become the nearest word that one has; those without such a word are left out. */
async function correct(ctx: Reader, terms: readonly Term[]): Promise<{ terms: Term[]; isChanged: boolean }> {
  const answerable = new Set(
    await findAnswerable(
      ctx.db,
      terms.map((term) => tsqueryOf([term])),
    ),
  );
  const corrected: Term[] = [];
  let isChanged = false;
  for (const term of terms) {
    const meant = answerable.has(tsqueryOf([term])) ? term : await findNearest(ctx, term);
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
  const answerable = new Set(
    await findAnswerable(
      ctx.db,
      terms.map((term) => tsqueryOf([term])),
    ),
  );
  return terms.find((term) => answerable.has(tsqueryOf([term]))) ?? null;
}

function presentFound(row: FoundRow, terms: readonly Term[], timeZone: string): FoundPost {
  const day = displayedDay(row, timeZone);
  const body = visibleText(row.content).replace(/\s+/g, ' ').trim();
  const begin = row.excerpt ?? body;
  return {
    slug: row.slug,
    title: highlight(row.title, terms),
    extract: highlightExcerpt(body, terms, extractLength) ??
      highlightExcerpt(begin, terms, extractLength) ?? [
        { text: beginOf(begin, extractLength), isMarked: false },
      ],
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
