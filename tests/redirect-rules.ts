import type { RedirectRule } from '#domain/redirects/rule.ts';

/** A rule; `/old/*` is one for everything below a path, and null means gone. */
export function redirectRule(from: string, target: string | null = '/to'): RedirectRule {
  const isPrefix = from.endsWith('/*');
  const source = isPrefix ? from.slice(0, -2) : from;
  return { source, isPrefix, status: target === null ? 410 : 301, target };
}
