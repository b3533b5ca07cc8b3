import { maxPathLength, normalPath } from './path.ts';
import { takesRest, type RedirectRule } from './rule.ts';

export type RuleIndex<Rule extends RedirectRule = RedirectRule> = {
  /** The rule for a path: that of exactly this path, else the prefix rule that says most of it. */
  find: (pathname: string) => Rule | undefined;
  /** A rule whose source lies at or below a path in its normal form. */
  findBelow: (path: string) => Rule | undefined;
};

/**
 * Rules found by path. A question costs the same however many rules there are: one look into a map for each segment of the
 * path, up to the longest prefix that any rule has.
 */
export function createRuleIndex<Rule extends RedirectRule>(rules: readonly Rule[]): RuleIndex<Rule> {
  const exact = new Map<string, Rule>();
  const prefixes = new Map<string, Rule>();
  let longestPrefix = 0;
  for (const rule of rules) {
    (rule.isPrefix ? prefixes : exact).set(rule.source, rule);
    if (rule.isPrefix) longestPrefix = Math.max(longestPrefix, rule.source.length);
  }
  /** Made with the first question: requests never ask it. */
  let sorted: Rule[] | undefined;

  return {
    find(pathname) {
      const path = normalPath(pathname);
      if (path === null) return undefined;
      return (path.length <= maxPathLength ? exact.get(path) : undefined) ?? findPrefix(path);
    },
    findBelow(path) {
      sorted ??= rules.toSorted((one, other) => compare(one.source, other.source));
      const own = exact.get(path) ?? prefixes.get(path);
      if (own !== undefined) return own;
      const below = `${path === '/' ? '' : path}/`;
      const next = sorted[firstNotBefore(sorted, below)];
      return next?.source.startsWith(below) ? next : undefined;
    },
  };

  function findPrefix(path: string): Rule | undefined {
    if (prefixes.size === 0) return undefined;
    // A path that is cut off in the middle of a segment ends at the slash before it.
    let end = path.length <= longestPrefix ? path.length : path.lastIndexOf('/', longestPrefix);
    while (end > 0) {
      const rule = prefixes.get(path.slice(0, end));
      if (rule !== undefined) return rule;
      end = path.lastIndexOf('/', end - 1);
    }
    return undefined;
  }
}

/**
 * Where a rule leads a visitor. The rest of the path goes along where the target ends in `/*`, and the query where the
 * target has none of its own.
 *
 * @param pathname a path for which the rule was found
 * @param search '' or the query with its question mark
 * @returns null for a rule that says "gone"
 */
export function locationOf(rule: RedirectRule, pathname: string, search: string): string | null {
  if (rule.target === null) return null;
  if (!takesRest(rule)) return withQuery(rule.target, search);
  const rest = pathname.split('/').slice(rule.source.split('/').length).join('/');
  const base = rule.target.slice(0, -2);
  // Without a rest, `/new/*` is `/new` and `https://host/*` its home page.
  if (rest === '')
    return withQuery(base === '' || /^https?:\/\/[^/]+$/.test(base) ? `${base}/` : base, search);
  return withQuery(`${base}/${rest}`, search);
}

/** Leads to `address` with the query of the request, unless it has its own. */
export function withQuery(address: string, search: string): string {
  if (search === '' || search === '?' || address.includes('?')) return address;
  const [path = '', fragment] = address.split('#', 2);
  return `${path}${search}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** By code unit: what begins with the same text stands together. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function firstNotBefore(sorted: readonly RedirectRule[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.source ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
