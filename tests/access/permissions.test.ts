import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { roles } from '#domain/actor.ts';
import { can, permissions } from '#domain/permissions.ts';

test('the table of docs/permissions.md says for each permission which roles have it', async () => {
  const docs = await readFile(new URL('../../docs/permissions.md', import.meta.url), 'utf8');
  const documented = [...docs.matchAll(/^\| `([\w-]+)`(.*)\|$/gm)].map(([, name, cells = '']) => {
    const [, , ...answers] = cells.split('|').map((cell) => cell.trim());
    return [name, answers];
  });
  const actual = Object.keys(permissions).map((name) => {
    const permission = name as keyof typeof permissions; // a key of the object itself
    return [name, roles.map((role) => (can({ role }, permission) ? 'yes' : 'no'))];
  });
  expect(documented).toEqual(actual);
});
