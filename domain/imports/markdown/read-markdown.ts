import { isDomainError } from '#domain/core/errors.ts';
import { isKind, pathOf, type PostKind } from '#domain/core/kinds.ts';
import type { FrontMatter } from '#domain/html/markdown/front-matter.ts';
import { frontMatterName } from '#domain/posts/front-matter-name.ts';
import { markdownHtml } from '#domain/html/markdown/markdown-html.ts';
import { fieldNames, postFields, type AnyType, type FieldName } from '#domain/posts/post-fields.ts';
import { importItem, type ImportAuthor, type ImportItem, type ImportTerm } from '../import-item.ts';
import type { ImportReader } from '../import-reader.ts';
import { recordOf } from '../record-of.ts';
import { readTextOf, sourceLimits, type SourceFile } from '../import-source.ts';
import { decodedPath, lineOf, unsizedPath } from '../plain-words.ts';
import { readDate } from '../read-date.ts';
import { dayInZone } from '#domain/fields/dates.ts';
import { bodyHtml, generatorPlace } from './body-html.ts';
import { readFolderSettings, type FolderSettings } from './folder-settings.ts';
import { arrayOf, fieldsByName, listOf, plainName, readFront, textOf, type Fields } from './front-fields.ts';
import { isTemplatePlace, markdownState } from './markdown-state.ts';
import { ownFactsOf, readOwnExport, type OwnExport } from './own-export.ts';
import { addressesOf, contentPath, dayIn } from './text-addresses.ts';
import { createTextNames, isTextFile, type TextName } from './text-files.ts';

/** A folder or archive of Markdown with front matter: of Hugo, Jekyll, Astro, Eleventy, Zola, and of this product. */
export async function readMarkdownFolder(files: readonly SourceFile[]): Promise<ImportReader> {
  // One system writes é as one character, another one as two.
  const byPath = new Map(files.map((file) => [file.path.normalize('NFC'), file]));
  // One tells capitals apart, another one does not.
  const byPlainPath = new Map(files.map((file) => [file.path.normalize('NFC').toLowerCase(), file]));
  const findFile = (path: string) => byPath.get(path) ?? byPlainPath.get(path.toLowerCase());
  const byName = new Map(files.toReversed().map((file) => [wikiName(file.path), file]));
  const fileNamed = (name: string) =>
    (findFile(name.normalize('NFC')) ?? byName.get(wikiName(name)))?.path ?? null;
  const found = files.filter(({ path }) => isTextFile(path));
  const textName = createTextNames(found);
  const isTranslation = ({ path }: SourceFile) => textName(path).language !== null;
  // The slug belongs to the text whose file names no language.
  const texts = [...found.filter((file) => !isTranslation(file)), ...found.filter(isTranslation)];
  const roots = [
    '',
    'static/',
    'public/',
    'assets/',
    'source/',
    'src/',
    'src/assets/',
    'content/',
    'src/content/',
  ];
  const top = commonFolder(texts);
  const settings = await readFolderSettings(files);
  const own = await readOwnExport(files);
  const isTemplated = files.some(({ path }) => generatorPlace.test(path));
  return {
    system: 'Markdown',
    site: settings.site,
    timeZone: settings.timeZone,
    own,
    texts,
    fileOf: (address, item) => {
      if (address.startsWith('//')) return null;
      const local = settings.site !== '' && address.startsWith(settings.site);
      const path = decodedPath(
        (local ? address.slice(settings.site.length) : address).replace(/[?#].*$/s, ''),
      )
        .normalize('NFC')
        .replaceAll('\\', '/');
      const folder = item.place.slice(0, item.place.lastIndexOf('/') + 1).normalize('NFC');
      // Hexo has the images of a text in a folder of its name.
      const ownFolder = item.place.normalize('NFC').replace(/\.\w+$/, '');
      const candidates = path.startsWith('/')
        ? [...roots, ...roots.map((root) => top + root)].map((root) => root + path.slice(1))
        : [folder + path, `${ownFolder}/${path}`, ...roots.map((root) => root + path.replace(/^[@~]\//, ''))];
      const paths = [...candidates, ...candidates.map(unsizedPath)].map(resolved);
      return paths.map(findFile).find((file) => file) ?? null;
    },
    async *items() {
      for (const file of texts)
        yield {
          place: file.path,
          read: () =>
            readItem(file, textName(file.path), { ownExport: own, isTemplated, settings, fileNamed }),
        };
    },
  };
}

/** The name by which a link of Obsidian finds a file in whatever folder. */
function wikiName(path: string): string {
  return (path.split('/').at(-1) ?? '').normalize('NFC').toLowerCase().replace(/\.md$/, '');
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
    const { fields: front, body } = readFront(await readTextOf(file, sourceLimits.textBytes));
    if (Object.keys(front).length === 0)
      return importItem({ id: path, place: path, skipped: 'It has no front matter.' });
    if (folder.ownExport === null)
      return itemOf(path, name, folder.settings.withInherited(path, front), body, folder);
    const item = itemOf(path, name, front, body, folder);
    const own = ownFactsOf(front);
    const named = withNames(item, folder.ownExport);
    return { ...named, id: own.id ?? item.id, own, addresses: [pathOf(item)] };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return importItem({ id: path, place: path, skipped: error.message });
  }
}

type Folder = {
  ownExport: OwnExport | null;
  isTemplated: boolean;
  settings: FolderSettings;
  fileNamed: (name: string) => string | null;
};

function itemOf(
  path: string,
  { stem, language }: TextName,
  front: FrontMatter,
  body: string,
  { ownExport, settings, ...folder }: Folder,
): ImportItem {
  const fields = fieldsByName(front);
  const name = nameOf(stem);
  const isOwn = ownExport !== null;
  const words = isOwn ? (text: string) => text : lineOf;
  const [, named, rest] = /^(\d{4}-\d{1,2}-\d{1,2})-(.+)$/.exec(name) ?? [];
  const slug =
    textOf(fields, 'slug')
      .split('/')
      .findLast((part) => part !== '') ||
    (rest ?? name);
  const title = words(textOf(fields, 'title'));
  const date =
    textOf(fields, 'date', 'publishDate', 'publishedAt', 'pubDate', 'pubDatetime') ||
    (named ?? dayIn(path, fields));
  const zone = { timeZone: settings.timeZone ?? 'UTC', isDayFirst: false };
  const shown = date ? readDate(date, zone) : null;
  const categories = termsOf(fields, words, 'category', 'categories', 'taxonomies.categories');
  const read = fieldsOf(fields, isOwn, words);
  const item = importItem({
    // Folders of two sites may both have a file of this name.
    id: `${path}\n${title}`,
    place: path,
    kind: kindOf(path, fields),
    title,
    slug,
    addresses: addressesOf(fields, {
      stem: language === null ? stem : `/${language}/${contentPath(stem)}`,
      slug: rest ?? slug,
      day: shown === null ? '' : dayInZone(shown.instant, zone.timeZone),
      categories: categories.map((category) => category.name),
    }),
    state: markdownState(path, front, date),
    categories,
    tags: termsOf(fields, words, 'tags', 'tag', 'keywords', 'taxonomies.tags'),
    authors: authorsOf(
      fields.get('authors') ?? fields.get('author') ?? fields.get('taxonomies.authors'),
      words,
    ),
    fields: { ...read, language: read.language || language },
    featuredImage: imageOf(fields),
  });
  if (path.split('/').at(-1)?.startsWith('_index.'))
    return { ...item, skipped: 'It describes a list of texts and is not a text itself.' };
  if (isTemplatePlace(path)) return { ...item, skipped: 'It is a template and is not a text itself.' };
  return { ...item, html: isOwn ? markdownHtml(body) : bodyHtml(path, body, item.notes, folder) };
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

/** Makes a line of what a field says. */
type Words = (text: string) => string;

/** One name, or several with commas between them. */
function termsOf(fields: Fields, words: Words, ...keys: string[]): ImportTerm[] {
  const key = keys.find((one) => listOf(fields.get(one)).length > 0) ?? '';
  const value = fields.get(key);
  const names = typeof value === 'string' && value.includes(',') ? value.split(',') : listOf(value);
  return names.map((name) => ({ name: words(name.trim()), slug: null })).filter(({ name }) => name !== '');
}

/** A text of an own export, which names its terms by their slugs. */
function withNames(item: ImportItem, own: OwnExport): ImportItem {
  const named = <Named extends { name: string }>(kind: 'categories' | 'tags' | 'authors', terms: Named[]) =>
    terms.map((one) => ({ ...one, name: own[kind].find(({ slug }) => slug === one.name)?.name ?? one.name }));
  return {
    ...item,
    categories: named('categories', item.categories),
    tags: named('tags', item.tags),
    authors: named('authors', item.authors),
  };
}

function authorsOf(value: unknown, words: Words): ImportAuthor[] {
  return arrayOf(value).flatMap((item) => {
    const { name, email } = typeof item === 'string' ? { name: item } : recordOf(item);
    if (typeof name !== 'string' || name.trim() === '') return [];
    return [{ name: words(name.trim()), email: typeof email === 'string' ? email : null }];
  });
}

/** Names that programs have for the image of a text. */
const imageName = /^(?:extra\.)?(?:(?:featured?|cover|hero)?image|cover|hero|thumbnail|banner)$/;

function imageOf(fields: Fields): ImportItem['featuredImage'] {
  const [, value] = [...fields].find(([name, said]) => imageName.test(name) && Boolean(said)) ?? [];
  const [first] = arrayOf(value);
  const object = recordOf(first);
  const address = [first, object['image'], object['src'], object['url'], object['path'], fields.get(`cover.image`)].find((one) => typeof one === 'string'); // prettier-ignore
  if (typeof address !== 'string' || address === '') return null;
  const said = (key: string) => String(object[key] ?? '');
  const alt = said('alt') || textOf(fields, 'imageAlt', 'cover.alt', 'coverAlt', 'heroImageAlt');
  return { address, alt, caption: said('caption') };
}

/** The names that fields have in the Markdown of other programs. */
const otherNames: Partial<Record<FieldName, readonly string[]>> = {
  excerpt: ['excerpt', 'summary', 'description', 'subtitle'],
  metaDescription: ['meta_description'],
  canonicalUrl: ['canonicalUrl', 'canonical'],
  language: ['language', 'lang'],
};

/** Every field that an export of this product writes, but those that an item has by themselves. */
function fieldsOf(fields: Fields, isOwn: boolean, words: Words): ImportItem['fields'] {
  const values = fieldNames
    .filter((name) => !apart.includes(name))
    .map((name) => {
      const names = (isOwn ? undefined : otherNames[name]) ?? [frontMatterName(name)];
      const { type } = postFields[name];
      const value = valueOf(type, fields, names);
      return [name, typeof value === 'string' && /^(?:line|text)$/.test(type) ? words(value) : value];
    });
  const { text, name, role } = recordOf(fields.get('quote'));
  return {
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    ...(typeof text === 'string' ? { quote: text, quoteName: name, quoteRole: role } : {}),
  };
}

/** Fields that an item has by themselves. */
const apart: readonly FieldName[] = ['title', 'slug', 'published', 'featuredImage'];

/** The value of a field by its type; undefined for one that an item has in another way. */
function valueOf(type: AnyType, fields: Fields, names: readonly string[]): unknown {
  const value = fields.get(plainName(names[0] ?? ''));
  const text = textOf(fields, ...names);
  if (/^(?:kind|id|description|instant)$/.test(type)) return undefined;
  if (type === 'flag') return value === true;
  if (type === 'lines') return listOf(value);
  if (type === 'results') return value;
  if (type === 'year') return Number(text) || undefined;
  return type === 'day' ? /^\d{4}-\d{2}-\d{2}$/.exec(text)?.[0] : text;
}
