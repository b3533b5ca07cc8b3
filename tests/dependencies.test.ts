import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';
import { project, readText } from '#tests/project.ts';

const names = z.record(z.string(), z.string());
const packageFile = z.object({ dependencies: names, optionalDependencies: names });
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ license: z.string().default('none named'), dev: z.boolean().default(false) }),
    ),
  })
  .parse(JSON.parse(readText('package-lock.json')));
const page = readText('docs/dependencies.md');

const rows = [...page.matchAll(/^\| `([^`]+)` *\|([^|]+)\|([^|]+)\|$/gm)].map(
  ([, name = '', why = '', license = '']) => ({ name, why: why.trim(), license: license.trim() }),
);

test('docs/dependencies.md lists exactly the runtime dependencies of package.json, sorted', () => {
  const { dependencies, optionalDependencies } = packageFile.parse(JSON.parse(readText('package.json')));
  const expected = Object.keys({ ...dependencies, ...optionalDependencies }).toSorted();
  expect(rows.map(({ name }) => name)).toEqual(expected);
});

test.each(rows)('docs/dependencies.md has a purpose for $name, and its license', (row) => {
  expect(row.why).not.toBe('');
  expect(packages[`node_modules/${row.name}`]?.license).toBe(row.license);
  // A package for another processor is not installed.
  const installed = `node_modules/${row.name}/package.json`;
  if (existsSync(join(project, installed)))
    expect(JSON.parse(readText(installed))).toMatchObject({ license: row.license });
});

/** Each kind of license in use, and what it asks of who passes the product on. */
const licenseNotes: Readonly<Record<string, string>> = {
  '0BSD': 'nothing',
  'Apache-2.0': 'its text and NOTICE files',
  'BSD-2-Clause': 'its text',
  'BSD-3-Clause': 'its text',
  'BlueOak-1.0.0': 'its text or a link to it',
  'CC-BY-4.0': 'the name of the author; it is data that only the build reads',
  ISC: 'its text',
  'LGPL-3.0-or-later':
    'its text, and that the library can be replaced; libvips is a shared library of its own',
  MIT: 'its text',
  'MIT-0': 'nothing',
  'MPL-2.0': 'the source of changed files; none is changed, and only the build uses it',
  Unlicense: 'nothing',
};

const production = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }));

test('no package of production has a kind of license that was not looked at', () => {
  // The part of a choice after OR is not taken.
  const kinds = production.flatMap(({ name, license }) =>
    license
      .replaceAll(/[()]/g, '')
      .replace(/ OR .*/, '')
      .split(' AND ')
      .map((kind) => ({ name, kind })),
  );
  expect(kinds.filter(({ kind }) => !Object.hasOwn(licenseNotes, kind))).toEqual([]);
  const unused = Object.keys(licenseNotes).filter((kind) => kinds.every((each) => each.kind !== kind));
  expect(unused).toEqual([]);
});

test('docs/dependencies.md has every package of production by its license', async () => {
  const groups = Object.entries(Object.groupBy(production, ({ license }) => license)).toSorted();
  const text = groups.map(([license, members = []]) => {
    const own = [...new Set(members.map(({ name }) => name))].toSorted().join(' ');
    const note = Object.hasOwn(licenseNotes, license) ? `: asks for ${licenseNotes[license]}` : '';
    return `${license}${note}\n${own.replaceAll(/(.{1,100})(?: |$)/g, '  $1\n')}`;
  });
  const made = page.replace(/```\n[^`]*```/, () => `\`\`\`\n${text.join('')}\`\`\``);
  await expect(made).toMatchFileSnapshot('../docs/dependencies.md');
});
