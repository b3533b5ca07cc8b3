import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';
import { project, readText } from '#tests/project.ts';

const names = z.record(z.string(), z.string());
const packageFile = z.object({ dependencies: names, optionalDependencies: names });
const lockFile = z.object({ packages: z.record(z.string(), z.object({ license: z.string().optional() })) });

const rows = [...readText('docs/dependencies.md').matchAll(/^\| `([^`]+)` *\|([^|]+)\|([^|]+)\|$/gm)].map(
  ([, name = '', why = '', license = '']) => ({ name, why: why.trim(), license: license.trim() }),
);

test('docs/dependencies.md lists exactly the runtime dependencies of package.json, sorted', () => {
  const { dependencies, optionalDependencies } = packageFile.parse(JSON.parse(readText('package.json')));
  const expected = Object.keys({ ...dependencies, ...optionalDependencies }).toSorted();
  expect(rows.map(({ name }) => name)).toEqual(expected);
});

test.each(rows)('docs/dependencies.md has a purpose for $name, and its license', (row) => {
  expect(row.why).not.toBe('');
  const { packages } = lockFile.parse(JSON.parse(readText('package-lock.json')));
  expect(packages[`node_modules/${row.name}`]?.license).toBe(row.license);
  // A package for another processor is not installed.
  const installed = `node_modules/${row.name}/package.json`;
  if (existsSync(join(project, installed)))
    expect(JSON.parse(readText(installed))).toMatchObject({ license: row.license });
});
