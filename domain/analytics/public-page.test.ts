import { expect, test } from 'vitest';

import { foldersCountedByPath } from '#domain/core/kinds.ts';
import { publicPageOf } from './public-page.ts';

test.each([
  '/',
  '/contact',
  '/jv-program',
  '/blog',
  '/blog/category/field-notes',
  '/blog/tag/tools',
  ...foldersCountedByPath.map(({ folder }) => `${folder}/a-slug`),
])('%s is counted as a page', (path) => {
  expect(publicPageOf(path)).toBe(path);
});

test.each([
  '/blog/a-post',
  '/preview/token',
  '/admin/login',
  '/contact?utm_campaign=x',
  '/newsletter/confirm',
  '/blog/category/',
  `/blog/tag/${'x'.repeat(300)}`,
  '/CONTACT',
  '//contact',
  '',
  null,
  undefined,
  7,
  ['/contact'],
])('%s is not', (path) => {
  expect(publicPageOf(path)).toBeNull();
});
