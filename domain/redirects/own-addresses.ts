import { builtInPages } from '#domain/core/public-addresses.ts';

/**
 * Addresses that the product answers by itself, whatever its content. `own-addresses.test.ts` compares them with
 * app/routes.ts, with what the server answers before it, and with the files of public/.
 */
export const ownAddresses: ReadonlySet<string> = new Set([
  ...builtInPages,
  '/cookies.md',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/privacy.md',
  '/terms.md',

  '/.well-known/change-password',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/security.txt',
  '/healthz',
  '/links.speculationrules',
  '/mcp',
  '/readyz',
  '/robots.txt',
  '/rss.xml',
  '/work/rss.xml',
  '/site.webmanifest',
  '/sitemap.xml',

  '/apple-touch-icon.png',
  '/favicon.ico',
  '/favicon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/social-card.png',
]);

/** First segments below which everything is the product's. */
export const ownFolders: ReadonlySet<string> = new Set([
  'accent',
  'admin',
  'api',
  'assets',
  'preview',
  'rpc',
  'sitemaps',
  'social',
  'social-card',
  'storage',
]);

/** True if an address of another site may not lead here: programs ask for it, and look for what is at it. */
export function isReservedAddress(path: string): boolean {
  return /^\/(?:mcp|metrics|\.well-known|__manifest)(?:\/|$)/.test(path);
}

/** True if the product itself answers a path in its normal form; `.data` is how its pages ask for their data. */
export function isOwnAddress(path: string): boolean {
  return path.endsWith('.data') || ownAddresses.has(path) || ownFolders.has(path.split('/', 2)[1] ?? '');
}
