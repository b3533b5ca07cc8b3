import { readdir } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { kindFolders } from '#domain/core/kinds.ts';
import { cacheablePages } from '#domain/core/public-addresses.ts';
import { createCanonicalAddresses } from '#server/pages/cacheable-pages.ts';
import { listRoutes } from '#tests/access/routes.ts';
import { isOwnAddress, isReservedAddress, ownAddresses, ownFolders } from './own-addresses.ts';

/** Patterns for which content decides whether there is a page. */
const ofContent = [
  '/blog/category/:slug',
  '/blog/tag/:slug',
  '/authors/:slug',
  ...kindFolders.flatMap(({ folder }) => [`${folder}/:slug`, `${folder}/:slug.md`]),
  '/:key.txt',
  '/*',
];

const routes = await listRoutes();
const patterns = routes.map(({ path }) => path);
const files = await readdir(new URL('../../public/', import.meta.url), { recursive: true });
const server = [
  '/healthz',
  '/readyz',
  '/assets/a.js',
  '/storage/blog-images/a',
  '/rpc/increment_post_view',
  '/api/images',
  '/mcp',
];
const all = [...patterns, ...files.map((file) => `/${file}`), ...server];

test('every address of the framework, the server and public/ is the own one of the product, except those of content', () => {
  expect(patterns.length).toBeGreaterThan(50);
  expect(all.filter((path) => !isOwnAddress(path)).toSorted()).toEqual(ofContent.toSorted());
});

test('every own address is one of the framework, the server or public/', () => {
  expect([...ownAddresses].filter((path) => !all.includes(path))).toEqual([]);
  expect([...ownFolders].filter((folder) => !all.some((path) => path.startsWith(`/${folder}/`)))).toEqual([]);
});

test('no address of another site leads where programs look', () => {
  for (const path of ['/mcp', '/mcp/a', '/metrics', '/.well-known/acme-challenge/a', '/__manifest'])
    expect(isReservedAddress(path), path).toBe(true);
  for (const path of ['/mcps', '/metrics-2024', '/about/mcp'])
    expect(isReservedAddress(path), path).toBe(false);
});

test('addresses of content are not', () => {
  expect(
    ['/old', '/blog/post', '/blog/category/a', '/about/us', '/administration'].filter(isOwnAddress),
  ).toEqual([]);
});

/** Made anew for each reader, only for a person with a link or an account, or kept by its own headers. */
const notKept = [
  '/*',
  '/.well-known/change-password',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/security.txt',
  '/:key.txt',
  '/accent/:colors',
  '/admin/posts/card',
  '/admin/posts/preview/:id/visitor',
  '/admin/site/:document/visitor',
  '/newsletter',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/preview/:token',
  '/search',
  '/social-card/:image',
];

test('every public address is kept as a finished page, or is one of those that are not', () => {
  const canonical = createCanonicalAddresses(cacheablePages);
  const isKept = (path: string) =>
    ['', '.xml', '.png'].some((end) =>
      canonical(path.replace(':collection', 'posts').replace(/:\w+/, 'a') + end, ''),
    );
  const found = routes.filter(({ path, file }) => file.startsWith('routes/public/') && !isKept(path));
  expect(
    found.map(({ path }) => path).toSorted(),
    'Add the address to domain/core/public-addresses.ts, so that it is also there during an outage, or to `notKept` here.',
  ).toEqual(notKept);
});
