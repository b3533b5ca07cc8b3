import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { retiredTerms } from './retired-terms.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Folders and files without retired terms. Add a folder here as soon as it is clean; the aim is the whole repository. */
const checkedFolders = [
  'adapters/',
  'app/editor/',
  'app/http/',
  'app/prose.css',
  'app/routes/admin/',
  'app/routes/error-page.tsx',
  'app/routes/public/blog/',
  'app/routes/public/cover/',
  'app/routes/public/discovery/',
  'app/routes/public/forms/',
  'app/routes/public/frame/',
  'app/routes/public/home/',
  'app/routes/public/legal/',
  'app/routes/public/newsletter/',
  'app/routes/public/script/',
  'app/routes/public/social-card/',
  'app/routes/public/styles/',
  'app/routes/public/stylesheets/',
  'app/site-content.ts',
  'app/tokens.css',
  'app/ui/',
  'bench/',
  'db/',
  'docs/',
  'domain/',
  'scripts/',
  'server/',
  'tests/',
];

/** Texts that are data, not language of the project, and the list of terms itself. */
const excludedFiles = [
  /^scripts\/seed\/(?:articles\/|content)/,
  /common-passwords/,
  /\.license\.txt$/,
  /^tests\/(?:retired-terms|language\.test)\.ts$/,
];

/** Files in these folders that still hold some. Remove a file here as soon as it is clean. */
const openFiles = /^tests\/e2e\/(?:lists|messages|people|writing)\.test\.ts$/;

/** Names of controls that the specification fixes. */
const specifiedNames = /\b(?:Text|Background) colour\b/g;

const textFile = /\.(?:ts|tsx|mjs|css|sql|md|json|html)$|^\.env\.example$|^\.oxlintrc\.json$/;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' })
  .split('\0')
  .filter((file) => textFile.test(file) && file !== 'package-lock.json')
  .filter((file) => !excludedFiles.some((pattern) => pattern.test(file)));

describe.each(checkedFolders)('%s', (folder) => {
  test('holds no retired term', () => {
    const inFolder = files.filter((file) => file.startsWith(folder) && !openFiles.test(file));
    expect(inFolder).not.toEqual([]);
    expect(inFolder.flatMap(retiredTermsIn)).toEqual([]);
  });
});

test.each([
  ['// Sends the letter.', 'letter'],
  ['function enqueueLetter() {}', 'eLetter'],
  ['const pictures = [];', 'pictures'],
  ['Pick a colour', 'colour'],
])('the retired term in "%s" is found', (line, term) => {
  expect(findTerms(line).map(({ found }) => found)).toEqual([term]);
});

test.each([
  'export default function Home() {}',
  'newsletter',
  'defaultValue',
  'the indoor map',
  'letter-spacing',
  'the control "Text colour"',
])('"%s" holds no retired term', (line) => {
  expect(findTerms(line)).toEqual([]);
});

/** Words that the specification fixes on a screen. */
const specifiedWords = /'(?:Text|Background) colour'/g;

/** One line per hit: file, line number, the term and its replacement. */
function retiredTermsIn(file: string): string[] {
  const lines = readFileSync(join(project, file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    findTerms(line.replaceAll(specifiedWords, '')).map(
      ({ found, use }) => `${file}:${index + 1}: "${found}", use: ${use}`,
    ),
  );
}

function findTerms(line: string): { found: string; use: string }[] {
  const own = line.replaceAll(specifiedNames, '');
  return retiredTerms.flatMap(({ pattern, use }) =>
    [...own.matchAll(pattern)].map(([found]) => ({ found, use })),
  );
}
