import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { can, permissions, roles } from '#domain/core/permissions.ts';

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

test('each permission is asked by a verb or a guard', async () => {
  const asked = new Set<string>();
  const cwd = new URL('../..', import.meta.url);
  for await (const file of glob(['domain/**/*.ts', 'app/http/*.ts'], { cwd: fileURLToPath(cwd) })) {
    if (file.endsWith('.test.ts')) continue;
    const source = await readFile(new URL(file, cwd), 'utf8');
    for (const [call] of source.matchAll(/\b(?:can|requirePermission)\(.*/g)) {
      for (const [, name = ''] of call.matchAll(/'([a-z-]+)'/g)) asked.add(name);
    }
  }
  expect(Object.keys(permissions).filter((name) => !asked.has(name))).toEqual([]);
});
