import { readFileSync } from 'node:fs';

import { corpusPath, missingCorpus } from './corpora.ts';

const file = 'blog-exports/themeunittestdata.wordpress.xml';

/** Why the exports cannot be read here; null when they can. */
export const exportsMissing = missingCorpus(file);

/** The bodies of a WordPress export that has every awkward shape of a post, as the export holds them. */
export function readExportedBodies(): string[] {
  return [
    ...readFileSync(corpusPath(file), 'utf8').matchAll(
      /<content:encoded><!\[CDATA\[([^]*?)\]\]><\/content:encoded>/g,
    ),
  ]
    .map(([, body = '']) => body)
    .filter((body) => body.trim() !== '');
}
