import type { FlatHeaders } from '../responses/prepared-response.ts';
import type { ContentKeys } from './affected-pages.ts';

/** The key of a page whose keys are not known, or too many: it is purged with every change. */
export const anyChange = 'any';
/** About 42 bytes each: together below the 8 kB that Varnish reads of a header. */
export const maxKeys = 150;
/** Seconds that a shared cache which is told of changes may show a page without asking. */
const maxAge = 86_400;
/** How long an expired page may be shown while the cache fetches it again. Purged pages are gone at once. */
const staleSeconds = 60;

const targeted = `public, max-age=${maxAge}, stale-while-revalidate=${staleSeconds}`;

/**
 * `Cache-Control` of a page for browsers and shared caches (RFC 9111), and `CDN-Cache-Control` (RFC 9213) and
 * `Surrogate-Control` with what only shared caches may do: a browser would show stale pages too.
 */
export const cdnCacheHeaders: FlatHeaders = [
  'Cache-Control',
  `public, max-age=0, s-maxage=${maxAge}, must-revalidate`,
  'CDN-Cache-Control',
  targeted,
  'Surrogate-Control',
  targeted,
];

/** The header by which a shared cache finds the pages that show what changed. */
export function cdnKeyHeaders(keys: ContentKeys): FlatHeaders {
  const isKnown = keys !== undefined && keys.size <= maxKeys;
  return ['Surrogate-Key', isKnown ? ['page', ...keys].join(' ') : anyChange];
}
