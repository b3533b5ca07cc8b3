export const noPattern = '(none)';

/** Paths whose pattern is remembered; the list starts anew when it is full. */
const maxRemembered = 1_000;
/** Longer paths are matched each time, so that what is remembered stays small. */
const maxRememberedLength = 300;

/**
 * Finds the pattern of a path, such as `/blog/:slug` for `/blog/hello`: what logs and metrics name instead of the address.
 * A fixed segment, or one with a fixed end such as `:slug.md`, wins over a parameter, and a parameter over `*`, as in the framework; the data of a page (`.data`) has
 * the pattern of the page.
 *
 * @param patterns paths with parameters such as `:slug`, and with `*` as their last segment at most
 * @returns a function from a path without query to one of the patterns, or to `noPattern`
 */
export function createRoutePatterns(patterns: Iterable<string>): (pathname: string) => string {
  const ordered = [...patterns].map(matcherOf).toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  const remembered = new Map<string, string>();

  return (pathname) => {
    const known = remembered.get(pathname);
    if (known !== undefined) return known;
    const path = plainPath(pathname);
    const found = ordered.find(({ matches }) => matches.test(path))?.pattern ?? noPattern;
    if (pathname.length <= maxRememberedLength) {
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(pathname, found);
    }
    return found;
  };
}

function matcherOf(pattern: string): { pattern: string; rank: string; matches: RegExp } {
  const each = (fixed: (text: string) => string, parameter: string, rest: string) =>
    pattern.replaceAll(/\/([^/]*)/g, (_, segment: string) => {
      if (segment === '*') return rest;
      return `/${/^:\w+$/.test(segment) ? parameter : fixed(segment)}`;
    });
  const path = each(patternOfSegment, '[^/]+', '(?:/.*)?');
  return { pattern, rank: each(() => '0', '1', '/2'), matches: new RegExp(`^${path}$`) };
}

/** Only the name of `:name.end` stands for something else. */
function patternOfSegment(segment: string): string {
  return segment
    .toLowerCase()
    .split(/:\w+/)
    .map((text) => RegExp.escape(text))
    .join('[^/]+');
}

/** The path of the page, in lower case and without a slash at its end: the framework ignores both. */
function plainPath(pathname: string): string {
  const plain = pathname
    .toLowerCase()
    .replace(/\.data$/, '')
    .replace(/\/$/, '');
  return plain === '' || plain === '/_root' ? '/' : plain;
}
