import { expect, test } from 'vitest';

import type { Role } from '#domain/core/permissions.ts';
import { kindNames } from '#domain/core/kinds.ts';
import { listRoutes } from '#tests/access/routes.ts';
import { listOf, sectionName, sectionsFor } from './sections.ts';

test.each([
  ['/admin', 'Dashboard'],
  ['/admin/', 'Dashboard'],
  ['/admin/posts', 'Posts'],
  ['/admin/posts/edit/0b0e7a52-6f0b-4c55-9e61-0f6a4d9c2f10', 'Posts'],
  ['/admin/tags', 'Tags'],
  ['/admin/newsletter', 'Newsletter'],
  ['/admin/newsletter/sent', 'Newsletter'],
  ['/admin/tagsoup', 'Admin'],
  ['/admin/nowhere', 'Admin'],
])('%s is in %s', (path, name) => {
  expect(sectionName(path, null)).toBe(name);
});

test.each([
  ['post', 'Posts'],
  ['page', 'Site'],
  ['case_study', 'Work'],
] as const)('the screens of a %s are in %s', (kind, name) => {
  expect(sectionName('/admin/posts/edit/0b0e7a52-6f0b-4c55-9e61-0f6a4d9c2f10', kind)).toBe(name);
});

const six = ['Dashboard', 'Analytics', 'Posts', 'Categories', 'Tags', 'Users'];

const namesFor = (role: Role) => [...sectionsFor(role).values()].flat().map(({ name }) => name);

test('the six entries come first, in their order, for everybody, then the others under a heading', () => {
  for (const role of ['editor', 'admin', 'super_admin'] as const)
    expect(namesFor(role).slice(0, 6)).toEqual(six);
  expect(namesFor('contributor')).toEqual(['Dashboard', 'Posts', 'Work', 'Site']);
  expect([...sectionsFor('admin').keys()]).toEqual(['', 'Leads', 'Content', 'Settings']);
  expect([...sectionsFor('editor').keys()]).toEqual(['', 'Content', 'Settings']);
});

test('no group holds an entry of its own name', () => {
  for (const [group, entries] of sectionsFor('super_admin'))
    expect(entries.map(({ name }) => name)).not.toContain(group);
});

test('an editor sees no entry of a screen that refuses them', () => {
  for (const name of ['Messages', 'Newsletter', 'Redirects', 'Activity']) {
    expect(namesFor('editor')).not.toContain(name);
    expect(namesFor('admin')).toContain(name);
  }
});

/** Reached by the menu of the person signed in, or by no address at all. */
const ofThePerson = ['/admin/account', '/admin/prove', '/admin/*'];

test('every screen of the admin has an entry in the menu, or is below one; so has the list of every kind', async () => {
  const screens = (await listRoutes()).filter(
    ({ path, file }) => path.startsWith('/admin') && file.endsWith('.tsx'),
  );
  const without = screens.filter(
    ({ path, file }) =>
      !/^routes\/(?:public|admin\/auth)\//.test(file) &&
      sectionName(path, null) === 'Admin' &&
      !ofThePerson.includes(path),
  );
  expect(
    without.map(({ path }) => path),
    'Add an entry to `sections`, or choose an address below that of one.',
  ).toEqual([]);
  expect(new Set(kindNames.map(listOf)).size, 'Give the entry of the list its `kind`.').toBe(
    kindNames.length,
  );
});
