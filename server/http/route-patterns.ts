/** The pattern of an address that no pattern matches. */
export const noPattern = '(none)';

/** Paths whose pattern is remembered; the list starts anew when it is full. */
const MAX_REMEMBERED = 1_000;
/** Longer paths are matched each time, so that what is remembered stays small. */
const MAX_REMEMBERED_LENGTH = 300;

interface Node {
  readonly children: Map<string, Node>;
  parameter: Node | undefined;
  /** What ends here, and what goes on below by `*`. */
  pattern: string | undefined;
  splat: string | undefined;
}

/**
 * Finds the pattern of a path, such as `/blog/:slug` for `/blog/hello`: what logs and metrics name instead of the address.
 * A fixed segment wins over a parameter, and a parameter over `*`, as in the framework; the data of a page (`.data`) has
 * the pattern of the page.
 *
 * @param patterns paths with parameters such as `:slug`, and with `*` as their last segment at most
 * @returns a function from a path without query to one of the patterns, or to `noPattern`
 */
export function createRoutePatterns(patterns: Iterable<string>): (pathname: string) => string {
  const root = newNode();
  let depth = 1;
  for (const pattern of patterns) depth = Math.max(depth, add(root, pattern));
  const remembered = new Map<string, string>();

  return (pathname) => {
    const known = remembered.get(pathname);
    if (known !== undefined) return known;
    // One segment more than any pattern has is enough to know that only `*` matches.
    const segments = plainPath(pathname)
      .split('/', depth + 2)
      .slice(1);
    const found = find(root, segments, 0) ?? noPattern;
    if (pathname.length <= MAX_REMEMBERED_LENGTH) {
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(pathname, found);
    }
    return found;
  };
}

/** The path of the page, in lower case and without a slash at its end: the framework ignores both. */
function plainPath(pathname: string): string {
  const plain = pathname
    .toLowerCase()
    .replace(/\.data$/, '')
    .replace(/\/$/, '');
  return plain === '' || plain === '/_root' ? '/' : plain;
}

/** @returns the number of segments */
function add(root: Node, pattern: string): number {
  const segments = pattern.toLowerCase().split('/').slice(1);
  let node = root;
  for (const segment of segments) {
    if (segment === '*') {
      node.splat = pattern;
      return segments.length;
    }
    node = segment.startsWith(':') ? (node.parameter ??= newNode()) : childOf(node, segment);
  }
  node.pattern = pattern;
  return segments.length;
}

function childOf(node: Node, segment: string): Node {
  const child = node.children.get(segment) ?? newNode();
  node.children.set(segment, child);
  return child;
}

function newNode(): Node {
  return { children: new Map(), parameter: undefined, pattern: undefined, splat: undefined };
}

function find(node: Node, segments: readonly string[], index: number): string | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.pattern ?? node.splat;
  const child = node.children.get(segment);
  return (
    (child && find(child, segments, index + 1)) ??
    (segment !== '' && node.parameter ? find(node.parameter, segments, index + 1) : undefined) ??
    node.splat
  );
}
