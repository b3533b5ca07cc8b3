import { escapeHtml } from '#domain/html/escape-html.ts';
import { readVideo } from '#domain/html/video.ts';
import { codeBlock, figureBlock } from '../code-block.ts';
import { hidingName } from '../hiding-name.ts';
import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import type { Cursor } from '../cursor.ts';
import { maxProgram } from './kramdown-attributes.ts';
import { pageOf } from '../shortcode-pages.ts';

/** A tag of Liquid (`{% name … %}`) or a shortcode of Hugo (`{{< name … >}}`). */
type Tag = {
  whole: string;
  isLiquid: boolean;
  isEnd: boolean;
  isAlone: boolean;
  name: string;
  /** The text behind the name. */
  given: string;
};

const escapedTag = /\{\{([<%])\/\*([^]{0,2000}?)\*\/[>%]\}\}/y;
const expression = /\{\{\{?-?([^{}]{0,2000}?)-?\}\}\}?/y;
const liquidTag = /\{%-?([^]{0,2000}?)-?%\}/y;
const shortcodeTag = /\{\{[<%]([^]{0,2000}?)[>%]\}\}/y;

const codeNames = /^(?:highlight|code-?block|code|prism|prettify|pygments|sourcecode|mermaid)$/i;
/** Tags whose words the generator may have shown or not. */
const conditions = /^(?:if|unless|case|ifchanged|for|tablerow|capture|macro|schema|stylesheet|javascript)$/;
/** Callouts of this product by the names that other programs have for them. */
const callouts: readonly [string, RegExp][] = [
  [
    'note',
    /^(?:note|notice|alert|admonition|callout|info|abstract|summary|tldr|example|question|faq|todo)$/i,
  ],
  ['tip', /^(?:tip|hint|success|check|done)$/i],
  ['warning', /^(?:warning|danger|caution|important|attention|error|failure|fail|bug)$/i],
];

/** Writes what a tag at the cursor stands for; false where none is, and the mark is text. */
export function resolveTag(
  cursor: Cursor,
  mark: string,
  notes: ImportNote[],
  { isTemplated }: { isTemplated: boolean },
): boolean {
  const [escaped, bracket = '', inner = ''] = cursor.match(escapedTag) ?? [];
  if (escaped !== undefined) {
    cursor.skip(escaped.length);
    cursor.write(`{{${bracket === '<' ? '&lt;' : '%'}${inner}${bracket === '<' ? '>' : '%'}}}`);
    return true;
  }
  const tag = mark === '{%' ? readTag(cursor, liquidTag, true) : readTag(cursor, shortcodeTag, false);
  if (tag === null) return mark === '{{' && resolveExpression(cursor, notes, isTemplated);
  const isText = tag.isLiquid && !isTemplated && cursor.open.length === 0;
  cursor.skip(tag.whole.length);
  if (!tag.isEnd && resolveBlock(cursor, tag, notes)) return true;
  const resolved = tag.isEnd ? cursor.open.pop() : resolveShortcode(tag, isText ? [] : notes);
  cursor.write(resolved || (isText ? tag.whole : ''));
  return true;
}

function readTag(cursor: Cursor, pattern: RegExp, isLiquid: boolean): Tag | null {
  const [whole, inner = ''] = cursor.match(pattern) ?? [];
  if (whole === undefined) return null;
  const [start = '', ending = '', word = ''] =
    /^\s*(\/|end(?=\w|\s*$))?\s*(?:include\s+)?([\w./-]*)/.exec(inner) ?? [];
  return {
    whole,
    isLiquid,
    isEnd: ending !== '',
    isAlone: /\/\s*$/.test(inner),
    name:
      word
        .replace(/\.(?:html|md)$/, '')
        .split('/')
        .at(-1) ?? '',
    given: inner
      .slice(start.length)
      .replace(/\/\s*$/, '')
      .trim()
      // Zola writes its shortcodes as functions.
      .replace(/^\(([^]*)\)$/, '$1'),
  };
}

/** Addresses are read; what a generator would put in is not known here. */
function resolveExpression(cursor: Cursor, notes: ImportNote[], isTemplated: boolean): boolean {
  const [whole, inner = ''] = cursor.match(expression) ?? [];
  if (whole === undefined) return false;
  const [, quoted] = /^\s*["']([^"']*)["']\s*(?:\||$)/.exec(inner) ?? [];
  const [, name, given = ''] = /^\s*(\w{1,40})\(([^]*)\)\s*$/.exec(inner) ?? [];
  if (name !== undefined && isTemplated) {
    cursor.skip(whole.length);
    cursor.write(resolveShortcode({ name, given }, notes));
    return true;
  }
  const isAddress = isTemplated && /^\s*(?:site|page)\.(?:base_?)?url\s*$/i.test(inner);
  if (quoted === undefined && !isAddress && !isTemplated) return false;
  if (quoted === undefined && !isAddress)
    addNote(notes, 'left out', `{{ ${inner.trim().slice(0, 100)} }}: the generator fills it`);
  cursor.skip(whole.length);
  cursor.write(quoted ?? '');
  return true;
}

/** Tags that have words within them; false for others. */
function resolveBlock(cursor: Cursor, tag: Tag, notes: ImportNote[]): boolean {
  const { name, isLiquid } = tag;
  const end = patternOf(tag, isLiquid ? 'end' : '/\\s*');
  if (/^(?:raw|verbatim)$/.test(name)) {
    cursor.write(cursor.until(end).replace(isEndTag, ''));
    return true;
  }
  if (tag.isAlone) return false;
  if (hidingName.test(name) || (isLiquid && conditions.test(name))) {
    if (name !== 'comment' && cursor.find(end) === null) return false;
    if (name !== 'comment') addNote(notes, 'left out', `${name}: words that not everybody was shown`);
    const either = patternOf(tag, isLiquid ? '(?:end)?' : '/?\\s*');
    for (let depth = 1; depth > 0 && !cursor.isAtEnd();)
      depth += isEndTag.test(cursor.until(either)) ? -1 : 1;
    return true;
  }
  if (codeNames.test(name) && cursor.find(end) !== null) {
    cursor.write(`\n\n${codeBlock(cursor.until(end).replace(isEndTag, ''), languageIn(tag))}\n\n`);
    return true;
  }
  const isOpen = cursor.find(end) === null && !(isLiquid && cursor.find(/\{%-?\s*end\s*-?%\}/g) !== null);
  return !isOpen && openBlock(cursor, tag);
}

const isEndTag = /(?:\{%-?\s*end|\{\{[<%]\s*\/)[^{}]*\}{1,2}$/;

/** A tag of the same name, for example its end. */
function patternOf({ name, isLiquid }: Tag, before: string): RegExp {
  const [start, end] = isLiquid ? ['\\{%-?', '-?%\\}'] : ['\\{\\{[<%]', '[>%]\\}\\}'];
  return new RegExp(`${start}\\s*${before}${name.replace(/[.+]/g, '')}\\b[^{}]{0,300}?${end}`, 'g');
}

/** The first word of a `codeblock` is its title. */
function languageIn({ name, given, isLiquid }: Tag): string {
  const [, said] = /\b(?:lang|language)\s*[:=]\s*"?([\w+#.-]+)/.exec(given) ?? [];
  const isTitle = name.startsWith('code') && isLiquid;
  if (name === 'mermaid') return name;
  return said ?? (isTitle ? '' : (/^"?([\w+#.-]+)(?!\s*=)/.exec(given)?.[1] ?? ''));
}

/** Quotations and callouts: the words within them stay Markdown. */
function openBlock(cursor: Cursor, { name, given }: Tag): boolean {
  if (!/^(?:(?:block|pull|center)?quote|cq)$/.test(name)) {
    const [start, end] = calloutAround(name, given) ?? [];
    cursor.write(start ?? '');
    if (end !== undefined) cursor.open.push(end);
    return end !== undefined;
  }
  const [, words = given, address] = /^(.*?)\s*(https?:\/\/\S+)/.exec(given) ?? [];
  const source = address
    ? `<a href="${escapeHtml(address)}">${escapeHtml(words || address)}</a>`
    : escapeHtml(words);
  cursor.write('\n<blockquote>\n\n');
  cursor.open.push(`${source === '' ? '' : `\n\n<p>${source}</p>`}\n\n</blockquote>\n\n`);
  return true;
}

/** The start and end of a callout of a kind, which a word behind its name may say too, or of a toggle; null for another name. */
export function calloutAround(name: string, given: string, title = ''): [string, string] | null {
  const isToggle = /^(?:details|collapse|expand|spoiler)$/i.test(name);
  const kinds = [...(given.match(/[a-z]+/gi) ?? []), name].map(calloutOf);
  const kind = kinds.at(-1) && kinds.find((one) => one !== undefined);
  const head = title.trim();
  if (isToggle) {
    const [words = name] = head === '' ? wordsIn(valuesOf(given).get('summary') ?? given) : [head];
    return [`\n<details><summary>${escapeHtml(words)}</summary>\n\n`, '\n\n</details>\n\n'];
  }
  if (kind === undefined) return null;
  return [`\n<aside class="block-${kind}">\n\n${head && `**${head}**\n\n`}`, '\n\n</aside>\n\n'];
}

/** The kind of callout of this product that another program calls so. */
export function calloutOf(name: string): string | undefined {
  return callouts.find(([, names]) => names.test(name))?.[0];
}

const component = /^<(\/?)([A-Z][\w.]*)((?:[^<>{}"']|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*?)\/?>/;

/** A component of MDX: what it shows where that is known, else the words within it. */
export function resolveComponent(cursor: Cursor, notes: ImportNote[]): boolean {
  const [whole, slash = '', name = '', given = ''] = component.exec(cursor.ahead(maxProgram)) ?? [];
  if (whole === undefined) return false;
  cursor.skip(whole.length);
  if (slash === '') cursor.write(resolveShortcode({ name: name.toLowerCase(), given }, notes));
  return true;
}

type Values = ReadonlyMap<string, string>;

function valuesOf(given: string): Values {
  return new Map(
    [...given.matchAll(/([\w-]{1,40})\s*[=:](?!\/\/)\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)].map(
      ([, key = '', double, single, bare]) => [key, double ?? single ?? bare ?? ''],
    ),
  );
}

/** The words of a tag, each in its quotation marks or without. */
function wordsIn(given: string): string[] {
  return [...given.matchAll(/"([^"]*)"|'([^']*)'|([^\s,]\S*)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

/** A tag that stands alone: an image, a video, an address; else it is left out and named. */
function resolveShortcode({ name, given }: Pick<Tag, 'name' | 'given'>, notes: ImportNote[]): string {
  const values = valuesOf(given);
  const [first = '', second = '', ...others] = wordsIn(given);
  const value = (...keys: string[]) => keys.map((key) => values.get(key)).find(Boolean) ?? '';
  const linked = /^(?:asset_|(?:rel)?ref$)/.test(name) ? first : `/${first.replace(/^\/?(?:_posts\/)?/, '')}`;
  if (/^(?:post_url|link|(?:post|asset)_path|relref|ref)$/.test(name) && !/https?:\/\//.test(given))
    return linked;
  if (/^(?:post|asset)_link$/.test(name)) return `[${[second, ...others].join(' ') || first}](${linked})`;
  const id = value('id', 'videoid', 'v', 'src', 'url') || (values.size === 0 ? first : '');
  const isPart = name === 'gist' && /^\w+$/.test(second);
  const page = pageOf(value('provider') || name, isPart ? `${first}/${second}` : id);
  const video = page && readVideo(page);
  if (video) return `\n\n<iframe src="${escapeHtml(video.player)}"></iframe>\n\n`;
  const image = value('src', 'image_path', 'image', 'path', 'url', 'link');
  if (image !== '' && (name === 'figure' || isImage.test(image)))
    return shownImage(image, value('alt'), [value('title'), value('caption')].filter(Boolean).join('. '));
  if (wordsIn(given).some((word) => isImage.test(word))) return imageTag(given);
  const address = page ?? /https?:\/\/[^\s"'<>]+/.exec(given)?.[0];
  addNote(
    notes,
    address ? 'changed' : 'left out',
    `shortcode ${`${name} ${given}`.trim().slice(0, 120)}: ${address ? 'a link stands in its place' : 'only the words within it were taken'}`,
  );
  return address ? `[${address}](${address})` : '';
}

export const isImage = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i;

/** `{% img [classes] address [width [height]] ['title' ['alt']] %}` of Octopress and Hexo; without quotes, all words are the title. */
function imageTag(given: string): string {
  const words = wordsIn(given);
  const place = words.findIndex((word) => isImage.test(word));
  const said = words.slice(place + 1).filter((word) => !/^\d+(?:px|%)?$/.test(word));
  const [title = '', alt = ''] = /["']/.test(given) ? said : [said.join(' ')];
  return shownImage(words[place] ?? '', alt, title);
}

function shownImage(address: string, alt: string, caption: string): string {
  return `\n\n${figureBlock(address, alt, escapeHtml(caption))}\n\n`;
}
