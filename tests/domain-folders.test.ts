import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(join(project, 'domain'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => join('domain', file));

/** `text` for domain/text/csv.ts; null for a file beside the folders. */
function folderOf(file: string): string | null {
  return /^domain\/([^/]+)\//.exec(file)?.[1] ?? null;
}

function importedFiles(file: string): string[] {
  const text = readFileSync(join(project, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(#domain\/|\.\.?\/)([^']+)'/g)].map(
    ([, start = '', rest = '']) =>
      start === '#domain/' ? join('domain', rest) : join(dirname(file), start, rest),
  );
}

/** Every folder of domain/ with the folders it imports from, and one import of each as a witness. */
function readImports(): Map<string, Map<string, string>> {
  const imports = new Map<string, Map<string, string>>();
  for (const file of files) {
    const from = folderOf(file);
    if (from === null) continue;
    for (const imported of importedFiles(file)) {
      const to = folderOf(imported);
      if (to === null || to === from) continue;
      const targets = imports.get(from) ?? new Map<string, string>();
      imports.set(from, targets.set(to, `${file} imports ${imported}`));
    }
  }
  return imports;
}

test('no two folders of domain/ import each other', () => {
  const imports = readImports();
  expect(imports.size).toBeGreaterThan(5);
  const mutual = [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => from < to && imports.get(to)?.has(from))
      .map(([to, witness]) => [witness, imports.get(to)?.get(from)]),
  );
  expect(mutual).toEqual([]);
});
