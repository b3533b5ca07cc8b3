import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(
  new URL('../../shared/corpora/blog-exports/themeunittestdata.wordpress.xml', import.meta.url),
);

/** Why the exports cannot be read here; null when they can. For the reason of a skipped test. */
export const exportsMissing = existsSync(file) ? null : `the blog exports are not at ${file}`;

/** The bodies of a WordPress export that has every awkward shape of a post, as the export holds them. */
export function readExportedBodies(): string[] {
  return [
    ...readFileSync(file, 'utf8').matchAll(/<content:encoded><!\[CDATA\[([^]*?)\]\]><\/content:encoded>/g),
  ]
    .map(([, body = '']) => body)
    .filter((body) => body.trim() !== '');
}
