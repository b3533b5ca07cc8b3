import type { RouteConfigEntry } from '@react-router/dev/routes';
import fc from 'fast-check';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';

import routes from '#app/routes.ts';

import { createRoutePatterns, noPattern } from './route-patterns.ts';

/** The routes of the site as the framework matches them, each with its full pattern as its id. */
function toObject({ path, index, children }: RouteConfigEntry, above: string): RouteObject {
  const id = path === undefined ? above : `${above}/${path}`;
  if (index === true) return { index, id: id === '' ? '/' : id };
  return {
    id: id || '/',
    ...(path === undefined ? {} : { path }),
    children: children?.map((child) => toObject(child, id)) ?? [],
  };
}
const objects = routes.map((entry) => toObject(entry, ''));
const patterns = objects.flatMap(function list({ id = '', path, index, children = [] }): string[] {
  return [...(path !== undefined || index === true ? [id] : []), ...children.flatMap(list)];
});
const patternOf = createRoutePatterns(patterns);
const frameworkPattern = (path: string) => matchRoutes(objects, path)?.at(-1)?.route.id ?? noPattern;

test.each([
  ['/', '/'],
  ['/blog/hello', '/blog/:slug'],
  ['/Blog/Hello/', '/blog/:slug'],
  ['/blog/tag/x', '/blog/tag/:slug'],
  ['/_root.data', '/'],
  ['/admin/posts/edit/1.data', '/admin/posts/edit/:id'],
  ['/admin/nothing/here', '/admin/*'],
  ['/wp-login.php', '/:slug'],
  ['/blog/hello.md', '/blog/:slug.md'],
  ['/robots.txt', '/robots.txt'],
  ['/other.txt', '/:key.txt'],
  ['/no/where', '/*'],
])('%j has the pattern %s', (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});

test('a path that no pattern matches has none', () => {
  const small = createRoutePatterns(['/blog/:slug', '/api/auth/*']);
  for (const path of ['', '/', '*', '/blog', '/blog/', '/blog/a/b', '/api', 'http://other.test/blog/a']) {
    expect(small(path), path).toBe(noPattern);
  }
  expect(small('/api/auth/sign-in/email')).toBe('/api/auth/*');
});

test('any path of known and unknown segments has the pattern by which the framework matches it', () => {
  const segments = [...new Set(patterns.flatMap((pattern) => pattern.split('/')))].filter(
    (part) => !/[:*]/.test(part) && part !== '',
  );
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...segments) },
    { weight: 1, arbitrary: fc.stringMatching(/^[a-z0-9-]{1,12}(\.md|\.txt)?$/) },
  );
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 7 }), (parts) => {
      const path = `/${parts.join('/')}`;
      expect(patternOf(path)).toBe(frameworkPattern(path));
    }),
    { numRuns: 500 },
  );
});

test('a path of thousands of segments has the pattern for everything else', () => {
  expect(patternOf('/a'.repeat(4_000))).toBe('/*');
  expect(patternOf(`/admin${'/a'.repeat(4_000)}`)).toBe('/admin/*');
});

test('more paths than are remembered keep their patterns', () => {
  for (let n = 0; n < 5_000; n += 1) expect(patternOf(`/blog/post-${n % 3_000}`)).toBe('/blog/:slug');
});
