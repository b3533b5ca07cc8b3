import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import {
  createFinishedResponse,
  type FinishedResponse,
  type FlatHeaders,
} from '../responses/prepared-response.ts';
import { subresourceHeaders, withDefaults } from '../responses/security-headers.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.speculationrules': 'application/speculationrules+json',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Under a name that changes with the content. */
const hashed = '/assets/';
/** Files that a browser never shows as a page of their own. */
const subresources = /^\/assets\/.*\.(?:js|css|woff2?)$/;
const forever = 'public, max-age=31536000, immutable';
const anHour = 'public, max-age=3600';
/** Each file is compressed once in the life of the process; a large one as tightly as it goes would take seconds. */
const brotli = { quality: 11, largest: 256_000, qualityBeyond: 10 };

/**
 * The built files of the browser side by their path, read into memory once: what is not in the folder at start cannot
 * be asked for, whatever the path. Hidden files and source maps are left out, except under `.well-known`.
 *
 * @param directory the folder of built files; undefined for none (development)
 * @throws when the folder cannot be read
 */
export function readStaticFiles(
  directory: string | undefined,
  securityHeaders: FlatHeaders,
): ReadonlyMap<string, FinishedResponse> {
  const files = new Map<string, FinishedResponse>();
  if (directory === undefined) return files;
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const path = `/${entry.split(sep).join('/')}`;
    const file = join(directory, entry);
    const about = statSync(file);
    if (!isServed(path) || !about.isFile()) continue;
    const headers = [
      'Content-Type',
      contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream',
      'Cache-Control',
      path.startsWith(hashed) ? forever : anHour,
    ];
    const body = readFileSync(file);
    files.set(
      encodeURI(path),
      createFinishedResponse({
        status: 200,
        headers: withDefaults(headers, subresources.test(path) ? subresourceHeaders : securityHeaders),
        body,
        brotliQuality: body.byteLength > brotli.largest ? brotli.qualityBeyond : brotli.quality,
        modified: about.mtime,
      }),
    );
  }
  return files;
}

function isServed(path: string): boolean {
  return (
    !path.endsWith('.map') && !path.split('/').some((part) => part.startsWith('.') && part !== '.well-known')
  );
}
