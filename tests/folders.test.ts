import { globSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

import { expect, test } from 'vitest';
import { project, readText } from '#tests/project.ts';

/** How the folders of a room may import each other, as docs/architecture.md says. */

const architecture = readText('docs/architecture.md');

type Import = { from: string; to: string };

const imports: Import[] = globSync('{app,domain,adapters,server,scripts,tests,bench}/**/*.{ts,tsx}', {
  cwd: project,
})
  .filter((file) => !file.endsWith('.d.ts'))
  .flatMap(importsOf);
const ofProduct = imports.filter(({ from }) => !/\.test\.tsx?$/.test(from));

/** The imports of a file from the project, types included, as paths from its root. */
function importsOf(from: string): Import[] {
  const text = readText(from);
  return Array.from(
    text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g),
    ([, specifier = '']): Import => ({
      from,
      to: specifier.startsWith('#') ? specifier.slice(1) : join(dirname(from), specifier),
    }),
  ).filter(({ to }) => !to.includes('/+types/'));
}

const within = (folder: string) =>
  ofProduct.filter(({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`));

/** `server/http` for server/http/steps/framework.ts, `server` for a file beside the folders, null for one of the domain. */
const folderOf = (file: string) => /^(domain\/[^/]+|server(?:\/[^/]+)?)\//.exec(file)?.[1] ?? null;

function betweenFolders(all: readonly Import[], of: (file: string) => string | null = folderOf): Import[] {
  return all.flatMap(({ from, to }) => {
    const [one, other] = [of(from), of(to)];
    return one !== null && other !== null && one !== other ? [{ from: one, to: other }] : [];
  });
}

/** The folders of the admin in the order of the table in docs/architecture.md. */
const foldersOfAdmin = Array.from(
  architecture.matchAll(/^\| `(app\/routes\/admin(?:\/[a-z/]+)?)` /gm),
  ([, folder = '']) => folder,
);

test('docs/architecture.md lists every folder of the admin once', () => {
  const folders = new Set(
    globSync('app/routes/admin/**/*.{ts,tsx}', { cwd: project }).map((file) => dirname(file)),
  );
  expect(foldersOfAdmin.toSorted()).toEqual([...folders].toSorted());
});

test('a folder of the admin imports only folders of later rows', () => {
  const rowOf = (file: string) => foldersOfAdmin.indexOf(dirname(file));
  const ofAdmin = within('app/routes/admin');
  expect(ofAdmin.length).toBeGreaterThan(100);
  expect(ofAdmin.filter(({ from, to }) => rowOf(to) < rowOf(from))).toEqual([]);
});

/** The nodes of the first circle that is found; empty when there is none. */
function circleIn(edges: readonly Import[]): string[] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const { to } of targets.get(node) ?? []) {
      const circle = walk(to, [...path, node]);
      if (circle.length > 0) return circle;
    }
    done.add(node);
    return [];
  };
  for (const node of targets.keys()) {
    const circle = walk(node, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

test('a circle among edges is found', () => {
  const edges = ['ab', 'bc', 'cb'].map(([from = '', to = '']) => ({ from, to }));
  expect(circleIn(edges)).toEqual(['b', 'c', 'b']);
});

/** Imports of files that the linter knows. */
test.for(['server', 'domain'])('the folders of %s import each other in no circle, types included', (room) => {
  const edges = betweenFolders(within(room));
  expect(edges.length).toBeGreaterThan(50);
  expect(circleIn(edges)).toEqual([]);
});

test('the folders of domain/accounts import each other in no circle, types included', () => {
  const edges = betweenFolders(within('domain/accounts'), dirname);
  expect(edges.length).toBeGreaterThan(50);
  expect(circleIn(edges)).toEqual([]);
});

test('a folder of server/ has several files', () => {
  const files = globSync('server/*/**/*.ts', { cwd: project, exclude: ['**/*.test.ts'] });
  const byFolder = Map.groupBy(files, (file) => dirname(file));
  expect(byFolder.size).toBeGreaterThan(10);
  expect([...byFolder].flatMap(([folder, { length }]) => (length > 1 ? [] : [folder]))).toEqual([]);
});

test('other files use only the entries of a folder of server/ that docs/architecture.md names', () => {
  const rows = [...architecture.matchAll(/^\| `(server\/[^`]+)` +\|[^|]+\|([^|]+)\|$/gm)];
  const entries = new Set(
    rows.flatMap(([, , cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)),
  );
  /** Folders without a list are for all. */
  const open = new Set(
    rows.filter(([, , cell = '']) => /^ all files *$/.test(cell)).map(([, folder]) => folder),
  );
  const used = new Set(
    within('server')
      .filter(({ from, to }) => folderOf(to) !== null && folderOf(from) !== folderOf(to))
      .map(({ to }) => to),
  );
  expect(
    [...used].filter((file) => !entries.has(file) && !open.has(folderOf(file) ?? '')).toSorted(),
  ).toEqual([]);
  const imported = new Set(imports.map(({ to }) => to));
  expect([...entries].filter((file) => !imported.has(file)).toSorted()).toEqual([]);
});
