import { z } from 'zod';

import { isDomainError } from '#domain/core/errors.ts';
import { readTextOf, sourceLimits, type SourceFile } from '../import-source.ts';
import { parseRedirects } from './parse-redirects.ts';

/** A redirect of a file, with the place of its row for people. */
export const placedRedirect = z.object({
  row: z.number(),
  from: z.string(),
  to: z.string(),
  status: z.number(),
  problem: z.string().exactOptional(),
  place: z.string(),
});
export type PlacedRedirect = z.infer<typeof placedRedirect>;

/** Names that a file of redirects has beside the texts of a site; a file of its own may have any. */
const isRedirectFile = /(?:^|\/)(?:_redirects|\.htaccess|[^/]*redirect[^/]*\.(?:csv|ya?ml|json|txt))$/i;

/** The redirects of a source, in the order of its files; null: none of its files has any. */
export async function readRedirectFiles(
  files: readonly SourceFile[],
): Promise<{ files: SourceFile[]; redirects: PlacedRedirect[] } | null> {
  const found: SourceFile[] = [];
  const redirects: PlacedRedirect[] = [];
  for (const file of files.length === 1 ? files : files.filter(({ path }) => isRedirectFile.test(path))) {
    const rows = parseRedirects(await textOf(file));
    if (rows === null) continue;
    found.push(file);
    for (const row of rows) redirects.push({ ...row, place: `${file.path}, row ${row.row}` });
  }
  return found.length === 0 ? null : { files: found, redirects };
}

async function textOf(file: SourceFile): Promise<string> {
  try {
    return (await readTextOf(file, sourceLimits.textBytes)).replace(/^\uFEFF/, '');
  } catch (error) {
    if (isDomainError(error)) return '';
    throw error;
  }
}
