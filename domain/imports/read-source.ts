import { invalid } from '#domain/errors.ts';
import type { ImportReader } from './import-reader.ts';
import { readStart, type ImportSource, type SourceFile } from './import-source.ts';
import { readGhost } from './ghost/read-ghost.ts';
import { markdownName, readMarkdownFolder } from './markdown/read-markdown.ts';
import { readWordpress } from './wordpress/read-wordpress.ts';

/** So many bytes of a file say what it is. */
const startBytes = 65_536;
/** In a folder or archive, an export lies at the top or just below. */
const maxSniffed = 200;

/**
 * The reader for what a source holds; its names say nothing.
 * @throws invalid for a source that no reader knows
 */
export async function readSource({ files }: ImportSource): Promise<ImportReader> {
  const tops = files.filter(({ path }) => path.split('/').length <= 2 && !isNoExport.test(path));
  for (const file of tops.slice(0, maxSniffed)) {
    const kind = await kindOfFile(file);
    if (kind === 'wordpress') return readWordpress(file);
    if (kind === 'ghost') return readGhost(file, files);
    if (kind === 'markdown' && files.length === 1 && !markdownName.test(file.path))
      return readMarkdownFolder([{ ...file, path: `${file.path}.md` }]);
  }
  if (files.some(({ path }) => markdownName.test(path))) return readMarkdownFolder(files);
  throw invalid(
    'This file is not an export that we can read. Use a WordPress export (WXR), a Ghost export (JSON or zip), or a folder or zip of Markdown with front matter.',
  );
}

const isNoExport = /\.(?:jpe?g|png|gif|webp|avif|svg|ico|css|js|mdx?|markdown|woff2?|mp[34]|pdf)$/i;

async function kindOfFile(file: SourceFile): Promise<'wordpress' | 'ghost' | 'markdown' | null> {
  const start = (await readStart(file, startBytes))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^<(?:\?xml|!--|rss)/.test(start) && /wordpress\.org\/export\//.test(start)) return 'wordpress';
  if (start.startsWith('{') && /"(?:db|data)"\s*:/.test(start)) return 'ghost';
  return /^(?:---|\+\+\+)[ \t]*\r?\n/.test(start) ? 'markdown' : null;
}
