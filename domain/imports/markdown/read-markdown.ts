import { isDomainError } from '#domain/core/errors.ts';
import { isKind, pathOf, type PostKind } from '#domain/core/kinds.ts';
import { readFrontMatter, type FrontMatter } from '#domain/html/markdown/front-matter.ts';
import { frontMatterName } from '#domain/posts/front-matter-name.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import { fieldNames, postFields, type AnyType, type FieldName } from '#domain/posts/post-fields.ts';
import { importItem, type ImportAuthor, type ImportItem, type ImportTerm } from '../import-item.ts';
import type { ImportReader } from '../import-reader.ts';
import { readStart, readTextOf, sourceLimits, type SourceFile } from '../import-source.ts';
import { isTimeZone } from '#domain/fields/time-zone.ts';
import { decodedPath, lineOf } from '../plain-words.ts';
import { bodyHtml, isOfGenerator } from './body-html.ts';
import { isTemplatePlace, markdownState } from './markdown-state.ts';
import { ownFactsOf, readOwnExport, type OwnExport } from './own-export.ts';
import { createTextNames, isTextFile, type TextName } from './text-files.ts';
import { readTomlFrontMatter } from './read-toml.ts';

/** A folder or archive of Markdown with front matter: of Hugo, Jekyll, Astro, Eleventy, Zola, and of this product. */
export async function readMarkdownFolder(files: readonly SourceFile[]): Promise<ImportReader> {
  // One system writes é as one character, another one as two.
  const byPath = new Map(files.map((file) => [file.path.normalize('NFC'), file]));
  const found = files.filter(({ path }) => isTextFile(path));
  const textName = createTextNames(found);
  const isTranslation = ({ path }: SourceFile) => textName(path).language !== null;
  // The slug belongs to the text whose file names no language.
  const texts = [...found.filter((file) => !isTranslation(file)), ...found.filter(isTranslation)];
  const roots = ['', 'static/', 'public/', 'assets/', 'src/', 'src/assets/', 'content/', 'src/content/'];
  const top = commonFolder(texts);
  const timeZone = await timeZoneOf(files);
  const own = await readOwnExport(files);
  const isTemplated = files.some(({ path }) => isOfGenerator(path));
  return {
    system: 'Markdown',
    site: '',
    timeZone,
    own,
    texts,
    fileOf: (address, item) => {
      if (address.startsWith('//')) return null;
      const path = decodedPath(address.replace(/[?#].*$/s, '')).normalize('NFC');
      const folder = item.place.slice(0, item.place.lastIndexOf('/') + 1).normalize('NFC');
      const candidates = path.startsWith('/')
        ? [...roots, ...roots.map((root) => top + root)].map((root) => root + path.slice(1))
        : [folder + path, ...roots.map((root) => root + path.replace(/^[@~]\//, ''))];
      return candidates.map((candidate) => byPath.get(resolved(candidate))).find((file) => file) ?? null;
    },
    async *items() {
      for (const file of texts)
        yield {
          place: file.path,
          read: () => readItem(file, textName(file.path), { ownExport: own, isTemplated }),
        };
    },
  };
}

/** The zone that the settings of Jekyll, Hexo or Hugo name. */
async function timeZoneOf(files: readonly SourceFile[]): Promise<string | undefined> {
  const settings = files.filter(({ path }) => /(?:^|\/)(?:_config|config|hugo)\.(?:ya?ml|toml)$/.test(path));
  for (const file of settings.slice(0, 10)) {
    const text = (await readStart(file, 64_000)).toString('utf8');
    const [, zone = ''] = /^timezone\s*[:=]\s*["']?([\w/+-]{1,100})/im.exec(text) ?? [];
    if (isTimeZone(zone)) return zone;
  }
  return undefined;
}

/** The folder that all texts stand in, where an archive has one around everything. */
function commonFolder(texts: readonly SourceFile[]): string {
  const [first = ''] = texts.map(({ path }) => path.slice(0, path.indexOf('/') + 1));
  return texts.every(({ path }) => path.startsWith(first)) ? first : '';
}

/** Without `.` and `..`, which never lead out of the source: only its own files are in the list. */
export function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

async function readItem(file: SourceFile, name: TextName, folder: Folder): Promise<ImportItem> {
  const { path } = file;
  try {
    const text = withFirstLine(await readTextOf(file, sourceLimits.textBytes));
    const { fields, body } = readTomlFrontMatter(text) ?? readFrontMatter(text);
    if (Object.keys(fields).length === 0)
      return importItem({ id: path, place: path, skipped: 'It has no front matter.' });
    const item = itemOf(path, name, new Map(Object.entries(fields).flatMap(withInner)), body, folder);
    if (folder.ownExport === null) return item;
    const own = ownFactsOf(fields);
    const named = withNames(item, folder.ownExport);
    return { ...named, id: own.id ?? item.id, own, addresses: [pathOf(item)] };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return importItem({ id: path, place: path, skipped: error.message });
  }
}

/** A text with the first line of its front matter, which Hexo does not need, and nothing before it. */
function withFirstLine(text: string): string {
  const whole = text.replace(/^[\uFEFF\s]+/, '');
  if (/^(?:---|\+\+\+)[ \t]*\r?\n/.test(whole)) return whole;
  const hasFields = /^(?:title|date|layout|slug|author|tags|categories|draft|published|permalink)[ \t]*:/i;
  return hasFields.test(whole) && /^---[ \t]*\r?$/m.test(whole) ? `---\n${whole}` : text;
}

type Fields = ReadonlyMap<string, unknown>;

/** Facts of the folder that texts stand in. */
type Folder = { ownExport: OwnExport | null; isTemplated: boolean };

function itemOf(
  path: string,
  { stem, language }: TextName,
  fields: Fields,
  body: string,
  { ownExport, isTemplated }: Folder,
): ImportItem {
  const name = nameOf(stem);
  const isOwn = ownExport !== null;
  const words = isOwn ? (text: string) => text : lineOf;
  const [, day, rest] = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(name) ?? [];
  const slug = textOf(fields, 'slug') || (rest ?? name);
  const title = words(textOf(fields, 'title'));
  const read = fieldsOf(fields, isOwn);
  const item = importItem({
    // Folders of two sites may both have a file of this name.
    id: `${path}\n${title}`,
    place: path,
    kind: kindOf(path, fields),
    title,
    slug: slug.split('/').findLast((part) => part !== '') ?? '',
    addresses: addressesOf(language === null ? stem : `/${language}/${contentPath(stem)}`, fields, day, rest),
    state: markdownState(path, fields, textOf(fields, 'date', 'publishDate', 'published_at', 'pubDate', 'pubDatetime', 'publishedAt') || (day ?? dayIn(path, fields))),
    categories: termsOf(fields, 'category', 'categories', 'taxonomies.categories'),
    tags: termsOf(fields, 'tags', 'tag', 'keywords', 'taxonomies.tags'),
    authors: authorsOf(fields.get('authors') ?? fields.get('author') ?? fields.get('taxonomies.authors')),
    fields: { ...read, language: read.language || language },
    featuredImage: imageOf(fields),
  }); // prettier-ignore
  if (path.split('/').at(-1)?.startsWith('_index.'))
    return { ...item, skipped: 'It describes a list of texts and is not a text itself.' };
  if (isTemplatePlace(path)) return { ...item, skipped: 'It is a template and is not a text itself.' };
  return { ...item, html: isOwn ? markdownHtml(body) : bodyHtml(path, body, item.notes, isTemplated) };
}

/** A field, and those within it under both names. */
function withInner([key, value]: [string, unknown]): [string, unknown][] {
  const inner = Object.entries(fieldsIn(value)).map<[string, unknown]>(([name, one]) => [
    `${key}.${name}`,
    one,
  ]);
  return [[key, value], ...inner];
}

function nameOf(stem: string): string {
  const parts = stem.split('/');
  const name = parts.at(-1) ?? '';
  return name === 'index' && parts.length > 1 ? (parts.at(-2) ?? '') : name;
}

function kindOf(path: string, fields: Fields): PostKind {
  const wanted = fields.get('kind') ?? fields.get('type');
  if (isKind(wanted)) return wanted;
  return /^(?:page|pages)$/.test(textOf(fields, 'layout')) || /(?:^|\/)pages\//.test(path) ? 'page' : 'post';
}

/** The day that stands in the address, where nothing else says it. */
function dayIn(path: string, fields: Fields): string | null {
  const [, year, month, day] =
    /(?:^|\/)(\d{4})[/-](\d{2})[/-](\d{2})(?:[/-]|$)/.exec(
      textOf(fields, 'path', 'permalink', 'url') || path,
    ) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

function addressesOf(path: string, fields: Fields, day?: string, rest?: string): string[] {
  const written = [
    ...['permalink', 'url', 'path'].map((key) => textOf(fields, key)),
    ...['aliases', 'redirect_from', 'alias'].flatMap((key) => listOf(fields.get(key))),
  ].filter((address) => address !== '' && !address.includes(':'));
  const ofJekyll =
    day === undefined ? [] : [`/${day.replace(/-(?=\d(?:-|$))/g, '-0').replaceAll('-', '/')}/${rest ?? ''}`];
  return [
    ...new Set(
      [...written, ...ofJekyll, contentPath(path)].map((address) => `/${address.replace(/^\/+/, '')}`),
    ),
  ];
}

/** The path below the folder of all texts. */
function contentPath(stem: string): string {
  return stem
    .replace(/^.*?(?:^|\/)(?:src\/content|src\/pages|content|_posts|_drafts)\//, '')
    .replace(/(?:^|\/)index$/, '');
}

function textOf(fields: Fields, ...keys: string[]): string {
  for (const key of keys) {
    const value = fields.get(key) ?? fields.get(`extra.${key}`);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
    if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0].trim();
  }
  return '';
}

function listOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) =>
    typeof item === 'string' || typeof item === 'number' ? [String(item)] : [],
  );
}

/** One name, or several; of Jekyll's list in one line, several words. */
function termsOf(fields: Fields, ...keys: string[]): ImportTerm[] {
  const key = keys.find((one) => listOf(fields.get(one)).length > 0) ?? '';
  const value = fields.get(key);
  const names = typeof value === 'string' && value.includes(',') ? value.split(',') : listOf(value);
  return names.map((name) => ({ name: name.trim(), slug: null })).filter(({ name }) => name !== '');
}

/** A text of an own export, which names its terms by their slugs. */
function withNames(item: ImportItem, { categories, tags, authors }: OwnExport): ImportItem {
  return {
    ...item,
    categories: item.categories.map(nameIn(categories)),
    tags: item.tags.map(nameIn(tags)),
    authors: item.authors.map(nameIn(authors)),
  };
}

/** Gives what has a slug of the list as its name the name there. */
function nameIn(list: readonly { slug: string; name: string }[]) {
  const names = new Map(list.map(({ slug, name }) => [slug, name]));
  return <Named extends { name: string }>(one: Named): Named => ({
    ...one,
    name: names.get(one.name) ?? one.name,
  });
}

function authorsOf(value: unknown): ImportAuthor[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    if (typeof item === 'string' && item.trim() !== '') return [{ name: item.trim(), email: null }];
    const { name, email } = fieldsIn(item);
    return typeof name === 'string' ? [{ name, email: typeof email === 'string' ? email : null }] : [];
  });
}

function fieldsIn(value: unknown): FrontMatter {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function imageOf(fields: Fields): ImportItem['featuredImage'] {
  const keys = ['featuredImage', 'featured_image', 'image', 'cover', 'coverImage', 'cover_image', 'heroImage', 'hero', 'thumbnail', 'banner', 'feature_image']; // prettier-ignore
  const value = keys.map((key) => fields.get(key) ?? fields.get(`extra.${key}`)).find(Boolean);
  const [first] = Array.isArray(value) ? value : [value];
  const object = fieldsIn(first);
  const address = [first, object['image'], object['src'], object['url'], object['path'], fields.get(`cover.image`)].find((one) => typeof one === 'string'); // prettier-ignore
  if (typeof address !== 'string' || address === '') return null;
  const said = (key: string) => String(object[key] ?? '');
  const alt = said('alt') || textOf(fields, 'imageAlt', 'image_alt', 'cover.alt', 'coverAlt', 'heroImageAlt');
  return { address, alt, caption: said('caption') };
}

/** The names that fields have in the Markdown of other programs. */
const otherNames: Partial<Record<FieldName, readonly string[]>> = {
  excerpt: ['excerpt', 'summary', 'description', 'subtitle'],
  metaDescription: ['meta_description', 'metaDescription'],
  socialTitle: ['social_title', 'socialTitle'],
  canonicalUrl: ['canonicalUrl', 'canonical_url', 'canonical', 'canonicalURL'],
  language: ['language', 'lang'],
};

/** Every field that an export of this product writes, but those that an item has by themselves. */
function fieldsOf(fields: Fields, isOwn: boolean): ImportItem['fields'] {
  const values = fieldNames
    .filter((name) => !apart.includes(name))
    .map((name) => {
      const names = (isOwn ? undefined : otherNames[name]) ?? [frontMatterName(name)];
      return [name, readers[postFields[name].type](fields, names)];
    });
  const { text, name, role } = fieldsIn(fields.get('quote'));
  return {
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    ...(typeof text === 'string' ? { quote: text, quoteName: name, quoteRole: role } : {}),
  };
}

/** Fields that an item has by themselves. */
const apart: readonly FieldName[] = ['title', 'slug', 'published', 'featuredImage'];

type Reader = (fields: Fields, names: readonly string[]) => unknown;
const readText: Reader = (fields, names) => textOf(fields, ...names);
const readNothing: Reader = () => undefined;

/** The value of a field by its type. */
const readers: Record<AnyType, Reader> = {
  title: readText,
  slug: readText,
  line: readText,
  text: readText,
  address: readText,
  image: readText,
  language: readText,
  kind: readNothing,
  id: readNothing,
  description: readNothing,
  instant: readNothing,
  flag: (fields, [name = '']) => fields.get(name) === true,
  day: (fields, names) => /^\d{4}-\d{2}-\d{2}$/.exec(textOf(fields, ...names))?.[0],
  lines: (fields, [name = '']) => listOf(fields.get(name)),
  year: (fields, names) => Number(textOf(fields, ...names)) || undefined,
  results: (fields, [name = '']) => fields.get(name),
};
