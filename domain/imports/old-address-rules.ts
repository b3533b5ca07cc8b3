import { isOwnAddress, isReservedAddress } from '#domain/redirects/own-addresses.ts';
import { maxPathLength, normalPath } from '#domain/redirects/path.ts';
import type { RedirectRule } from '#domain/redirects/rule.ts';
import { idIn, shortAddress } from '#domain/redirects/short-address.ts';
import { dayInZone } from '#domain/fields/dates.ts';
import { parseUrl } from '#domain/fields/parse-url.ts';
import type { TermKind } from '#db/queries/managed-terms.ts';
import type { ExportFacts, ListedItem } from './export-steps.ts';
import { plainPath } from './old-addresses.ts';
import { readDate, type WrittenDates } from './read-date.ts';

/** The slug that a term has here by its name; null for one that is not here. */
export type SlugOfTerm = (kind: TermKind, name: string) => string | null;

type System = ExportFacts['system'];

const blog = '/blog';
const feed = '/rss.xml';

/** The addresses of each system for terms, and the end that makes one a feed. */
const systems: Readonly<
  Record<System, { bases: Readonly<Record<TermKind, readonly string[]>>; feed: string }>
> = {
  WordPress: { bases: { category: ['category'], tag: ['tag'], author: ['author'] }, feed: 'feed' },
  Ghost: { bases: { category: [], tag: ['tag'], author: ['author'] }, feed: 'rss' },
  Markdown: {
    bases: { category: ['categories', 'category'], tag: ['tags', 'tag'], author: ['author'] },
    feed: 'index.xml',
  },
  Redirects: { bases: { category: [], tag: [], author: [] }, feed: '' },
};

/** Feeds, and pages of lists, of any other blog. */
export function* rulesOfBlog(): Generator<RedirectRule> {
  for (const name of ['feed', 'rss']) yield to(`/${name}`, true, feed);
  for (const name of ['feed.xml', 'index.xml', 'atom.xml']) yield to(`/${name}`, false, feed);
  yield to('/page', true, blog);
}

/**
 * Rules for everything at and below the old paths of an item, as `/amp`, `/feed`, and a slash at the end, which no rule tells
 * apart; for the archives of its day; and for its terms.
 */
export function* rulesOfItem(
  item: ListedItem,
  path: string,
  system: System,
  dates: WrittenDates,
  slugOf: SlugOfTerm,
): Generator<RedirectRule> {
  for (const address of item.addresses) {
    const url = parseUrl(address, 'http://old.invalid');
    const id = url?.pathname === '/' ? idIn(url.search) : null;
    const source = id === null ? normalPath(plainPath(url?.pathname ?? '/')) : shortAddress(id);
    if (!isSource(source)) continue;
    if (source !== path) yield to(source, id === null, path);
    else if (system !== 'Markdown') yield to(`${source}/amp`, false, path);
    const written = normalPath(url?.pathname ?? '/');
    if (id === null && written?.endsWith('.html') && written !== source) yield to(written, false, path);
  }
  if (item.own !== null || item.kind !== 'post') return;
  const day = dayOf(item, dates);
  const dated = day && normalPath(`/${day}/${encodeURIComponent(item.slug)}`);
  if (isSource(dated) && dated !== path) yield to(dated, true, path);
  if (day) yield to(`/${day.slice(0, 4)}`, true, blog);
  yield* rulesOfTerms(item, system, slugOf);
}

function* rulesOfTerms(item: ListedItem, system: System, slugOf: SlugOfTerm): Generator<RedirectRule> {
  const { bases, feed: end } = systems[system];
  for (const { name, slug, path } of item.categories) {
    const category = slugOf('category', name);
    // A second category of a text became a tag.
    const here = category ?? slugOf('tag', name);
    const target = here && `${blog}/${category === null ? 'tag' : 'category'}/${here}`;
    yield* rulesOfTerm(bases.category, path || slug || name, target, end);
  }
  for (const { name, slug } of item.tags) {
    const here = slugOf('tag', name);
    yield* rulesOfTerm(bases.tag, slug || name, here && `${blog}/tag/${here}`, end);
  }
  for (const { name, slug } of item.authors) {
    const here = slugOf('author', name);
    yield* rulesOfTerm(bases.author, slug || name, here === null ? blog : `/authors/${here}`, end);
  }
}

/** The page and the feed of a term, below each address that the system has for its kind. */
function* rulesOfTerm(
  bases: readonly string[],
  old: string,
  target: string | null,
  end: string,
): Generator<RedirectRule> {
  const written = old.trim().toLowerCase().replace(/\s+/g, '-').split('/').map(encodeURIComponent).join('/');
  for (const base of target === null ? [] : bases) {
    const source = normalPath(`/${base}/${written}`);
    if (target === null || !isSource(source) || source === target) continue;
    yield to(source, true, target);
    yield to(`${source}/${end}`, true, feed);
  }
}

function isSource(source: string | null): source is string {
  if (
    source === null ||
    source === '/' ||
    source.length > maxPathLength ||
    isOwnAddress(source) ||
    isReservedAddress(source)
  )
    return false;
  return !source.includes('*') && !source.includes('//');
}

/** The day of an item as addresses have it, `2019/07/02`. */
function dayOf({ date, slug }: ListedItem, dates: WrittenDates): string | null {
  const read = date === null || slug === '' ? null : readDate(date, dates);
  return read && dayInZone(read.instant, dates.timeZone).replaceAll('-', '/');
}

export function to(source: string, isPrefix: boolean, target: string): RedirectRule {
  return { source, isPrefix, status: 301, target };
}
