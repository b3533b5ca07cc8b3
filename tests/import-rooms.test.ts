import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { project, readText } from '#tests/project.ts';

const packageFile = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const { dependencies, devDependencies } = packageFile.parse(JSON.parse(readText('package.json')));
const lintResult = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.int() }) })),
    }),
  ),
});

/** One file of each place that a wrong import could lead to. */
const projectFiles = [
  'app/root.tsx',
  'app/web.ts',
  'app/ui/button.tsx',
  'app/http/respond.ts',
  'app/editor/body.ts',
  'app/routes/api-auth.ts',
  'app/routes/public/frame/layout.tsx',
  'app/routes/admin/frame/layout.tsx',
  'domain/core/errors.ts',
  'domain/posts/update-post.ts',
  'db/client.ts',
  'db/tables.ts',
  'db/migrate.ts',
  'db/guarded-connections.ts',
  'db/embedded/start.ts',
  'db/queries/posts.ts',
  'db/limit.ts',
  'db/transaction.ts',
  'adapters/log.ts',
  'server/settings/config.ts',
  'server/http/app.ts',
  'tests/factories.ts',
];
const packages = [
  ...Object.keys(dependencies),
  ...Object.keys(devDependencies),
  'node:fs',
  'node:child_process',
];

type Row = {
  folder: string;
  files: string[];
  types: string[];
  packages: string[];
};

const rows = readRows(readText('docs/architecture.md'));
let planted: string;
let refused: Set<Case>;

beforeAll(() => {
  planted = mkdtempSync(join(tmpdir(), 'import-rooms-'));
  for (const file of ['.oxlintrc.json', 'scripts/lint']) {
    mkdirSync(dirname(join(planted, file)), { recursive: true });
    cpSync(join(project, file), join(planted, file), { recursive: true });
  }
  refused = lint([...perRow.flatMap(({ cases }) => cases), ...forms, ...ofTests]);
});
afterAll(() => rmSync(planted, { recursive: true, force: true }));

test('the architecture has a row for every room', () => {
  expect(rows.map(({ folder }) => folder)).toEqual(expect.arrayContaining(['app/routes/', 'domain/', 'db/']));
});

const perRow = rows.map((row) => ({ folder: row.folder, cases: casesOf(row) }));

const forms = [
  "export const dynamic = await import('#db/client.ts');",
  'export const template = await import(`#db/client.ts`);',
  "export const computed = await import(['#db', 'client.ts'].join('/'));",
  "export const required: unknown = require('#db/client.ts');",
  "import '#db/client.ts';",
  "export * from '#db/client.ts';",
  "export { type Database, openDatabase } from '#db/client.ts';",
  "export type Config = typeof import('#server/settings/config.ts');",
  "export * from '../db/client.ts';",
  "export * from '../../domain/errors.ts';",
  "export * from '#domain/../db/client.ts';",
  "export { default } from '#db/client.ts?raw';",
  "export * from './errors.test.ts';",
].map((code): Case => ({ file: 'domain/forms.ts', code, isRefused: true }));

const ofTests: Case[] = [
  { file: 'domain/planted.test.ts', code: "import '#tests/factories.ts';", isRefused: false },
  { file: 'app/ui/planted.test.ts', code: "import 'kysely';", isRefused: false },
];

test.for(perRow)('an import from $folder is a lint error unless the architecture lists it', ({ cases }) => {
  expect(linted(cases)).toEqual(cases);
});

test('an import of db/client.ts or a test from domain is a lint error in every form', () => {
  expect(linted(forms)).toEqual(forms);
});

test('a verb takes the time and the ports that it uses from its caller', () => {
  const files = globSync('domain/**/*.ts', { cwd: project }).filter((file) => !file.includes('.test.'));
  const asking = files.filter((file) =>
    /\bDate\.now\(\)|\bnew Date\(\)|\bDomainContext\b/.test(readText(file)),
  );
  expect(asking).toEqual([]);
});

test('a test inside a room may import everything', () => {
  expect(linted(ofTests)).toEqual(ofTests);
});

type Case = {
  file: string;
  /** One line. */
  code: string;
  isRefused: boolean;
};

function casesOf({ folder, files, types, packages: listed }: Row): Case[] {
  const file = join(folder, 'planted.ts');
  return [
    ...projectFiles.flatMap((to) => [
      { file, code: `import '#${to}';`, isRefused: !isListed(files, to) },
      { file, code: `export type * from '#${to}';`, isRefused: !isListed([...files, ...types], to) },
    ]),
    ...packages.map((name) => ({ file, code: `import '${name}';`, isRefused: !isListed(listed, name) })),
  ];
}

/** The cases with what the rule says of them. */
function linted(cases: readonly Case[]): Case[] {
  return cases.map((one) => ({ ...one, isRefused: refused.has(one) }));
}

/** The cases that the rule refuses, by one run of the linter: the cases of a file are its lines. */
function lint(cases: readonly Case[]): Set<Case> {
  const files = Map.groupBy(cases, ({ file }) => file);
  for (const [file, lines] of files) {
    mkdirSync(dirname(join(planted, file)), { recursive: true });
    writeFileSync(join(planted, file), lines.map(({ code }) => code).join('\n'));
  }
  const oxlint = join(project, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', ...files.keys()], {
    cwd: planted,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const found = lintResult
    .parse(JSON.parse(stdout))
    .diagnostics.filter(({ code }) => code === 'rooms(imports)')
    .flatMap(({ filename, labels }) => labels.map(({ span }) => files.get(filename)?.[span.line - 1]));
  return new Set(found.filter((one) => one !== undefined));
}

/** The table "What each room may import". */
function readRows(text: string): Row[] {
  const [, section = ''] = text.split('## What each room may import');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` *\|([^|]*)\|([^|]*)\|$/gm)]
    .filter(([, , files]) => files?.includes('`'))
    .map(([, folder = '', files = '', names = '']) => {
      const [own = '', types = ''] = files.split('types of');
      return { folder, files: quoted(own), types: quoted(types), packages: quoted(names) };
    });
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, entry = '']) => entry);
}

function isListed(entries: readonly string[], target: string): boolean {
  return entries.some((entry) =>
    /[/:]$/.test(entry) ? target.startsWith(entry) : target === entry || target.startsWith(`${entry}/`),
  );
}
