import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the large corpora: public test data (articles, blog exports, uploads, script injections) that is not part of
 * the repository. Every rule is also tested with small data of the repository's own.
 */
const folder = resolve(
  process.env['CORPORA_DIR'] || fileURLToPath(new URL('../../shared/corpora', import.meta.url)),
);

/** Path of a file or folder of the corpora, whether it exists or not. */
export const corpusPath = (name: string): string => join(folder, name);

/**
 * Why the file or folder cannot be read; null when it can. Part of the name of a skipped test: scripts/test.mjs counts
 * the tests that are skipped for this reason by its first words.
 */
export function missingCorpus(name: string): string | null {
  return existsSync(corpusPath(name)) ? null : `needs the large corpora: ${corpusPath(name)} does not exist`;
}
