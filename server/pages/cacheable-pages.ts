import { cacheablePages, builtInPages, type CacheablePage } from '#domain/core/public-addresses.ts';
import { isOwnAddress } from '#domain/redirects/own-addresses.ts';
import { legalPages } from '#domain/site/legal-words.ts';

/** A request reduced to what may decide its page. */
type CanonicalAddress = {
  /** Path and known parameters, in the order of the table: the key of the page and all that its render sees. */
  readonly address: string;
  /** False for parameter values that no link of ours has: rendered, never kept, so they cannot crowd others out. */
  readonly isKept: boolean;
};

/** Plain pages: the product's own pages at such an address are listed by themselves, or not cached. */
const plainPagePath = '/{slug}';

const slugPattern = '[a-z0-9][a-z0-9-]{0,199}';
const ordinaryValue = /^[1-9]\d{0,5}$/;

/**
 * Reads requests against the table.
 *
 * @returns a function from path (as in `parseRequestTarget`) and query to the canonical address, undefined for any other page
 */
export function createCanonicalAddresses(
  pages: readonly CacheablePage[],
): (pathname: string, search: string) => CanonicalAddress | undefined {
  const parametersOf = new Map(
    pages
      .filter(({ path }) => !path.includes('{slug}'))
      .map(({ path, parameters }) => [path, parameters ?? []]),
  );
  const withSlug = pages
    .filter(({ path }) => path.includes('{slug}'))
    .map(({ path, parameters }) => ({
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace('{slug}', slugPattern)}$`),
      parameters: parameters ?? [],
      isPlainPage: path === plainPagePath,
    }));

  return (pathname, search) => {
    const parameters =
      parametersOf.get(pathname) ??
      withSlug.find(
        ({ pattern, isPlainPage }) => pattern.test(pathname) && !(isPlainPage && isOwnAddress(pathname)),
      )?.parameters;
    if (parameters === undefined) return undefined;
    if (search === '' || parameters.length === 0) return { address: pathname, isKept: true };

    const given = new URLSearchParams(search);
    const known = new URLSearchParams();
    let isKept = true;
    for (const name of parameters) {
      const value = given.get(name);
      if (value === null) continue;
      known.set(name, value);
      isKept &&= ordinaryValue.test(value);
    }
    return { address: known.size === 0 ? pathname : `${pathname}?${known}`, isKept };
  };
}

/** The database knows which plain pages there are, so their route does the same for them. */
const canonicalAddress = createCanonicalAddresses(
  cacheablePages.filter(({ path }) => path !== plainPagePath),
);

const markdownPages = createCanonicalAddresses(cacheablePages.filter(({ path }) => path.endsWith('.md')));

/**
 * One page, one address: the framework ignores case.
 *
 * @returns the address of the public page that a path with capitals means; undefined when it has none or means no such page
 */
export function plainAddress(pathname: string): string | undefined {
  const plain = pathname.toLowerCase();
  if (plain === pathname) return undefined;
  return builtInPages.includes(plain) || canonicalAddress(plain, '') !== undefined ? plain : undefined;
}

/** Where the page at a path is served as Markdown; undefined for a page that is not. */
export function markdownAddress(pathname: string): string | undefined {
  const address = `${pathname}.md`;
  const isText = !isOwnAddress(pathname) || Object.hasOwn(legalPages, pathname.slice(1));
  return isText && markdownPages(address, '') !== undefined ? address : undefined;
}
