import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
const admin = 'app/routes/admin';

/** The folders of the admin in the order of the table in docs/architecture.md. */
const documentedFolders = Array.from(
  readFileSync(join(project, 'docs/architecture.md'), 'utf8').matchAll(
    /^\| `(app\/routes\/admin(?:\/[a-z/]+)?)` /gm,
  ),
  ([, folder = '']) => folder,
);
const files = globSync(`${admin}/**/*.{ts,tsx}`, { cwd: project }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

test('docs/architecture.md lists every folder of the admin once', () => {
  const folders = new Set(files.map((file) => dirname(file)));
  expect(documentedFolders.toSorted()).toEqual([...folders].toSorted());
});

test('a folder of the admin imports only folders of later rows', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => rowOf(target) < rowOf(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

function rowOf(file: string): number {
  return documentedFolders.indexOf(dirname(file));
}

/** The files of the admin that a file imports, as paths from the project's root. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(project, file), 'utf8');
  return Array.from(source.matchAll(/(?:from |import\(|import )'([.#][^']+)'/g), ([, specifier = '']) =>
    specifier.startsWith('#') ? specifier.slice(1) : posix.join(dirname(file), specifier),
  ).filter((target) => target.startsWith(`${admin}/`) && !target.includes('/+types/'));
}
