import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));

type Import = { from: string; to: string };

/** Every import of a file of server/, types included. */
const imports: Import[] = ['server', 'scripts', 'tests', 'bench', 'app', 'adapters'].flatMap((room) =>
  readdirSync(join(project, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .flatMap((file) => importsOf(join(room, file))),
);
const ofProduct = imports.filter(({ from }) => from.startsWith('server/') && !from.endsWith('.test.ts'));

function importsOf(from: string): Import[] {
  const text = readFileSync(join(project, from), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(#server\/|\.\.?\/)([^']+)'/g)]
    .map(([, start = '', rest = '']) => ({
      from,
      to: start === '#server/' ? join('server', rest) : join(dirname(from), start, rest),
    }))
    .filter(({ to }) => to.startsWith('server/'));
}

/** `server/http` for server/http/steps/framework.ts; null for a file beside the folders. */
function folderOf(file: string): string | null {
  return /^(server\/[^/]+)\//.exec(file)?.[1] ?? null;
}

/** The nodes of the first circle that is found; empty when there is none. */
function circleIn(edges: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of targets.get(node) ?? []) {
      const circle = walk(next, [...path, node]);
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

test('files of server/ import each other in no circle, types included', () => {
  expect(ofProduct.length).toBeGreaterThan(100);
  expect(circleIn(ofProduct)).toEqual([]);
});

test('folders of server/ import each other in no circle', () => {
  const edges = ofProduct.flatMap(({ from, to }) => {
    const [one, other] = [folderOf(from), folderOf(to)];
    return one !== null && other !== null && one !== other ? [{ from: one, to: other }] : [];
  });
  expect(circleIn(edges)).toEqual([]);
});

test('other files use only the entries of a folder of server/ that docs/architecture.md names', () => {
  const text = readFileSync(join(project, 'docs/architecture.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(server\/[^`]+)` +\|[^|]+\|([^|]+)\|$/gm)];
  const entries = new Set(
    rows.flatMap(([, , cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file)),
  );
  /** Folders without a list are for all. */
  const open = new Set(
    rows.filter(([, , cell = '']) => /^ all files *$/.test(cell)).map(([, folder]) => folder),
  );
  const used = new Set(
    ofProduct
      .filter(({ from, to }) => folderOf(to) !== null && folderOf(from) !== folderOf(to))
      .map(({ to }) => to),
  );
  expect(
    [...used].filter((file) => !entries.has(file) && !open.has(folderOf(file) ?? '')).toSorted(),
  ).toEqual([]);
  expect([...entries].filter((file) => !imports.some(({ to }) => to === file)).toSorted()).toEqual([]);
});
