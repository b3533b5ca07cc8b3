import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';
import { project, readText } from '#tests/project.ts';

const packageFile = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = packageFile.parse(JSON.parse(readText('package.json')));

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'AGENTS.md',
  'bench/results.md',
  'db/embedded/README.md',
  ...readdirSync(join(project, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
/** Folders of the project: a path in backticks that begins with one of them must exist. */
const rooms = readdirSync(project, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['node_modules', 'build', 'data'].includes(entry.name))
  .map((entry) => entry.name);

test('the architecture names every folder of the domain and the server, and every job', () => {
  const text = readText('docs/architecture.md');
  const folders = ['domain', 'server'].flatMap((room) =>
    readdirSync(join(project, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${room}/${name}`),
  );
  const table = readText('server/jobs/jobs.ts') + readText('server/imports/import-worker.ts');
  const jobs = [...table.matchAll(/\b(?:task|name): '(\w+)'/g)].map(([, name = '']) => name);
  expect(jobs.length).toBeGreaterThan(15);
  expect([...folders, ...jobs].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test.for(pages)('%s names only files and commands that exist', (page) => {
  const text = readText(page);
  const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
    join(dirname(page), path),
  );
  const places = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => rooms.includes(path.split('/')[0] ?? ''));
  const commands = [...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !['audit', 'ci', 'install', 'rebuild'].includes(name));
  const benches = [...text.replaceAll(/\s+/g, ' ').matchAll(/npm run bench -- ([a-z][\w-]*)/g)].map(
    ([, name = '']) => `bench/${name}.ts`,
  );
  expect([...links, ...places, ...benches].filter((path) => !existsSync(join(project, path)))).toEqual([]);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

/** Variables that are no settings of the product: of tests, of tools and of compose. */
const otherVariables = [
  'ANYFORGE_PLATFORM',
  'CORPORA_DIR',
  'DEBIAN_IMAGE',
  'NODE_ENV',
  'NODE_IMAGE',
  'NODE_OPTIONS',
  'POST_EMAIL_KILLS',
  'POST_EMAIL_RATE',
  'POST_EMAIL_SUBSCRIBERS',
  'NODE_EXTRA_CA_CERTS',
  'SITE_DOMAIN',
  'SOAK_MINUTES',
  'TEST_DATABASE_URL',
];

test.for(pages)('%s names only settings that exist', (page) => {
  const source = readText('server/settings/schema.ts');
  const settings = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  expect(settings.length).toBeGreaterThan(30);
  const text = readText(page);
  const named = [
    ...text.matchAll(/(?<![\w.$-])([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?!\w)/g),
    ...text.matchAll(/(?<![\w-])([A-Z]{3,})=/g),
  ].map(([, name = '']) => name.replace(/_FILE$/, ''));
  expect(named.filter((name) => ![...settings, ...otherVariables].includes(name))).toEqual([]);
});

/** The prose of a page from one period to the next, without headings, tables and code. */
function phrasesOf(text: string): string[] {
  return text
    .replaceAll(/^ *```[^]*?^ *```$/gm, '')
    .replaceAll(/^(?:\||#).*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/)
    .flatMap((paragraph) => paragraph.trim().split(/(?<=[.!?]["”*)]*)\s+/));
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

test.for(pages)('%s has at most 40 words from one period to the next', (page) => {
  const text = readText(page);
  expect(phrasesOf(text).filter((phrase) => wordsOf(phrase) > 40)).toEqual([]);
});

test('docs/ has at most 26,500 words', () => {
  const docs = pages.filter((page) => page.startsWith('docs'));
  // The list of licenses is made, and not to be read through.
  const made = /(?<=^## Licenses$[^]*)^```$[^]*?^```$/m;
  const words = docs.map((page) => wordsOf(readText(page).replace(made, '')));
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(26_500);
});

test('decisions are numbered without holes, short, and linked from their index', () => {
  const names = readdirSync(join(project, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  const numbers = names.map((name) => Number(name.slice(0, 4))).toSorted((one, other) => one - other);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const decisions = names.toSorted().map((name) => {
    const text = readText(join('docs/decisions', name));
    return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? '', words: wordsOf(text) };
  });
  expect(decisions.filter(({ words }) => words > 300)).toEqual([]);
  const index = readText('docs/decisions/README.md');
  expect([...index.matchAll(/^- (.+)$/gm)].map(([, link]) => link)).toEqual(
    decisions.map(({ name, title }) => `[${title}](${name})`),
  );
});
