import type { FlatHeaders } from '../http/prepared-response.ts';
import type { ContentKeys } from '../pages/affected-pages.ts';

/** A shared cache in front of the site, and how it is told of changes. */
export type CdnConfig = {
  /** Seconds that it may show a page without asking. */
  readonly maxAge: number;
  /** Null: it is not told, and `maxAge` is at most 1. */
  readonly purge: PurgeTarget | null;
};

export type PurgeTarget = {
  readonly service: (typeof purgeServices)[number] | 'http';
  /** Of the Fastly service, the Cloudflare zone or the Bunny pull zone; the address for `http`. */
  readonly id: string;
  readonly token: string;
};

/** Services whose interface is known; any other cache takes `http`. */
export const purgeServices = ['fastly', 'cloudflare', 'bunny'] as const;

/** How each service names the header with the keys of a page, and what stands between them. */
const keyHeaders = {
  fastly: { name: 'Surrogate-Key', separator: ' ' },
  cloudflare: { name: 'Cache-Tag', separator: ',' },
  bunny: { name: 'CDN-Tag', separator: ',' },
  http: { name: 'Surrogate-Key', separator: ' ' },
} as const;

/** Of a page whose keys are not known, or too many: it is purged with every change. */
export const anyChange = 'any';
/** About 50 bytes each: together well below the 16 kB that Cloudflare and Fastly read. */
const MAX_KEYS = 200;
/** How long an expired page may be shown while the cache fetches it again. Purged pages are gone at once. */
const STALE_SECONDS = 60;

/**
 * `Cache-Control` of a page for browsers and shared caches (RFC 9111), and `CDN-Cache-Control` (RFC 9213) and
 * `Surrogate-Control` with what only shared caches may do: a browser would show stale pages too.
 */
export function cdnCacheHeaders({ maxAge }: Pick<CdnConfig, 'maxAge'>): FlatHeaders {
  const targeted = `public, max-age=${maxAge}, stale-while-revalidate=${STALE_SECONDS}`;
  return [
    'Cache-Control',
    `public, max-age=0, s-maxage=${maxAge}, must-revalidate`,
    'CDN-Cache-Control',
    targeted,
    'Surrogate-Control',
    targeted,
  ];
}

/** The header by which a cache finds the pages that show what changed. */
export function cdnKeyHeaders({ purge }: Pick<CdnConfig, 'purge'>, keys: ContentKeys): FlatHeaders {
  if (purge === null) return [];
  const { name, separator } = keyHeaders[purge.service];
  const isKnown = keys !== undefined && keys.size <= MAX_KEYS;
  return [name, isKnown ? ['page', ...keys].join(separator) : anyChange];
}
