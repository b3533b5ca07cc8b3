import { readdir } from 'node:fs/promises';

import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';

import routes from '#app/routes.ts';
import { isOwnAddress, ownAddresses, ownFolders } from './own-addresses.ts';

function patternsOf(entry: RouteConfigEntry, parent = ''): string[] {
  const path = entry.path === undefined ? parent : `${parent}/${entry.path}`;
  const children = entry.children ?? [];
  return children.length > 0 ? children.flatMap((child) => patternsOf(child, path)) : [path || '/'];
}

/** Patterns for which content decides whether there is a page. */
const ofContent = [
  '/blog/category/:slug',
  '/blog/tag/:slug',
  '/blog/:slug',
  '/authors/:slug',
  '/work/:slug',
  '/:slug',
  '/*',
];

const patterns = (await Promise.resolve(routes)).flatMap((entry) => patternsOf(entry));
const files = await readdir(new URL('../../public/', import.meta.url), { recursive: true });
const server = [
  '/healthz',
  '/readyz',
  '/assets/a.js',
  '/storage/blog-images/a',
  '/rpc/increment_post_view',
  '/api/images',
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

test('addresses of content are not', () => {
  expect(
    ['/old', '/blog/post', '/blog/category/a', '/about/us', '/administration'].filter(isOwnAddress),
  ).toEqual([]);
});
