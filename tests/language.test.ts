import { execFileSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { retiredTerms } from './retired-terms.ts';
import { project, readText } from '#tests/project.ts';

/** Texts that are data, not language of the project, and the list of terms itself. */
const excludedFiles = [
  /^demonstration\//,
  /common-passwords/,
  /^domain\/messages\/spam-start\.json$/,
  /^scripts\/seed\/contact-messages\.ts$/,
  /^app\/editor\/tools\/(?:insert-controls\.ts|slash-menu\.test\.ts)$/,
  /^docs\/dependencies\.md$/,
  /\.license\.txt$/,
  /^tests\/(?:retired-terms|language\.test)\.ts$/,
];

/** Names that the specification or HTML fixes. */
const specifiedNames = /\b(?:Text|Background) colour\b|<\/?picture>/g;

const textFile = /\.(?:ts|tsx|mjs|css|sql|md|json|html)$|^\.env\.example$|^\.oxlintrc\.json$/;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' })
  .split('\0')
  .filter((file) => textFile.test(file) && file !== 'package-lock.json')
  .filter((file) => !excludedFiles.some((pattern) => pattern.test(file)))
  .map((file) => ({ file, text: readText(file) }));

test('no file holds a retired term', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(retiredTermsIn)).toEqual([]);
});

test('no file holds a conflict that a merge left', () => {
  const marker = /^(?:<{7} |>{7} |(?:> ){5})/m;
  expect(files.filter(({ text }) => marker.test(text)).map(({ file }) => file)).toEqual([]);
});

test('constants are written in camelCase, and types with `type`', () => {
  const other = /^(?:export )?(?:const [A-Z][A-Z0-9_]+\b|interface ).*$/gm;
  const found = files
    .filter(({ file }) => /\.(?:tsx?|mjs)$/.test(file))
    .flatMap(({ file, text }) => Array.from(text.matchAll(other), ([line]) => `${file}: ${line}`));
  expect(found).toEqual([]);
});

test('a comment begins with its subject, not with a clause', () => {
  const clause = /(?:\/\*\*?\s+(?:\*\s+)?|^\s*(?:\/\/|--) )(?:What|Of|Those of|Whether)\b.*$/gm;
  const found = files
    .filter(({ file }) => /\.(?:tsx?|mjs|sql|css)$/.test(file))
    .flatMap(({ file, text }) => Array.from(text.matchAll(clause), ([line]) => `${file}: ${line.trim()}`));
  expect(found).toEqual([]);
});

/** One line per hit: file, line number, the term and its replacement. */
function retiredTermsIn({ file, text }: { file: string; text: string }): string[] {
  const own = text.replaceAll(specifiedNames, '');
  const lineOf = (index: number) => own.slice(0, index).split('\n').length;
  return retiredTerms.flatMap(({ pattern, use }) =>
    [...own.matchAll(pattern)].map(
      ({ 0: found, index }) => `${file}:${lineOf(index)}: "${found}", use: ${use}`,
    ),
  );
}
