import { invalid } from '#domain/core/errors.ts';
import type { ImportReader } from './import-reader.ts';
import { readStart, type ImportSource, type SourceFile } from './import-source.ts';
import { readGhost } from './ghost/read-ghost.ts';
import { readMarkdownFolder } from './markdown/read-markdown.ts';
import { isTextFile } from './markdown/text-files.ts';
import { importItem } from './import-item.ts';
import { storableItem } from './storable-item.ts';
import { readRedirectFiles } from './redirects/read-redirect-files.ts';
import { readWordpress } from './wordpress/read-wordpress.ts';

/** So many bytes of a file say what it is. */
const startBytes = 65_536;
/** In a folder or archive, an export lies at the top or just below. */
const maxSniffed = 200;

/**
 * The reader for what a source holds; its names say nothing. Files that hold something and that it does not take are
 * among its items, with the reason.
 * @throws invalid for a source that no reader knows
 */
export async function readSource({ files }: ImportSource): Promise<ImportReader> {
  const found = await readRedirectFiles(files);
  const isAlone = found !== null && found.files.length === files.length;
  const reader = isAlone ? noTexts : await chooseReader(files);
  const taken = new Set(reader.texts.map(({ path }) => path));
  const others = files.filter(
    ({ path }) => !taken.has(path) && !found?.files.some((file) => file.path === path) && !isPart.test(path),
  );
  return {
    ...reader,
    redirects: found?.redirects ?? [],
    async *items() {
      for await (const { place, read } of reader.items())
        yield { place, read: async () => storableItem(await read()) };
      for (const { path: place } of others)
        yield { place, read: () => importItem({ id: place, place, skipped: notTaken }) };
    },
  };
}

/** The reader of files that hold nothing but redirects. */
const noTexts: ImportReader = {
  system: 'Redirects',
  site: '',
  texts: [],
  fileOf: () => null,
  async *items() {},
};

const notTaken = 'Files of this kind cannot be read.';

async function chooseReader(files: readonly SourceFile[]): Promise<ImportReader> {
  const tops = files.filter(({ path }) => path.split('/').length <= 3 && !isNoExport.test(path));
  const kinds = new Map<SourceFile, Awaited<ReturnType<typeof kindOfFile>>>();
  for (const file of tops.slice(0, maxSniffed)) kinds.set(file, await kindOfFile(file));
  const ofKind = (kind: string) => tops.filter((file) => kinds.get(file) === kind);
  const parts = ofKind('wordpress');
  if (parts.length > 0) return readWordpress(parts);
  const hasTexts = files.some(({ path }) => isTextFile(path));
  for (const file of ofKind('ghost')) {
    try {
      return await readGhost(file, files);
    } catch (error) {
      // Other files have such keys too, as `package.json`.
      if (!hasTexts && tops.length === 1) throw error;
    }
  }
  const [only] = ofKind('markdown');
  if (only && files.length === 1 && !isTextFile(only.path))
    return readMarkdownFolder([{ ...only, path: `${only.path}.md` }]);
  if (hasTexts) return readMarkdownFolder(files);
  throw invalid(
    'This file is not an export that we can read. Use a WordPress export (WXR), a Ghost export (JSON or zip), a folder or zip of Markdown with front matter, or a file of redirects.',
  );
}

/** Images, which texts name, and what belongs to a site and not to its texts: its programs, settings, styles and templates. */
const isPart =
  /(?:^|\/)(?:[^./]+|robots\.txt|humans\.txt)$|(?:^|\/)(?:_?layouts|_includes|_site|_sass|themes|archetypes|scaffolds|vendor)\/|\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|heic|tiff?|css|s[ac]ss|less|styl|[cm]?[jt]sx?|vue|astro|svelte|json5?|ya?ml|toml|ini|lock|map|woff2?|[to]tf|eot|sh|rb|py|php|go|mod|sum|liquid|njk|ejs|pug|hbs|swig|xsl|gemspec)$/i;
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
