import sanitize from 'sanitize-html';

import { anchorId, withAnchorPrefix } from './anchor.ts';
import { normalizeHtml } from './arrange-html.ts';
import { withoutControls } from './fields.ts';
import { isSafeLink } from './link.ts';
import { styleClass, parseTextStyles, type TextStyleKind } from './text-styles.ts';
import { isOwnImage } from './own-image.ts';
import { readVideo } from './video.ts';
import { visibleText } from './visible-text.ts';

export { visibleText };
export { countWords } from './count-words.ts';

/**
 * HTML from an author, an import or the database, as it may be stored and shown: only elements and attributes of the
 * lists below, every element where HTML allows it, no control characters. What it makes clean it leaves alone:
 * `cleanHtml(cleanHtml(x)) === cleanHtml(x)`.
 *
 * Three steps. The parser of `sanitize-html` reads the text and writes it again with what is allowed; `normalizeHtml`
 * puts each element where the browser's parser will leave it, so that both see one tree; nothing that a browser reads in
 * another way (scripts, foreign elements, raw text, comments) is ever written, so what the first parser misread is text.
 */
export function cleanHtml(html: string): string {
  return normalizeHtml(storable(onlyAllowed(storable(html))), isPlayer);
}

/** Before and after parsing, because a reference such as `&#1;` is a control character only once it is read. */
function storable(text: string): string {
  return withoutControls(text).replace(/\r\n?/g, '\n');
}

/** Whether a reader of cleaned HTML would see nothing: no text, no image, no line across, no table. */
export function isEmptyHtml(html: string): boolean {
  return (
    !/<(?:img|hr|table|video|iframe)[\s/>]/i.test(html) &&
    !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(visibleText(html))
  );
}

const textNames = [
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'dl', 'dt', 'dd',
  'figure', 'figcaption', 'details', 'summary',
  'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
  'a', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'mark', 'small', 'code', 'kbd', 'samp', 'var',
  'abbr', 'cite', 'dfn', 'q', 'time', 'bdi', 'bdo', 'ruby', 'rt', 'rp', 'span', 'br', 'wbr', 'img',
]; // prettier-ignore

/** Read by `normalizeHtml`: a border between blocks, and an embed, which becomes a link if it is no film of a known site. */
const passingNames = ['div', 'iframe'];

/** Old or sectioning elements under the name of what they look like to a reader. */
const readAs = new Map([
  ...[
    'address', 'article', 'aside', 'body', 'center', 'dialog', 'fieldset', 'footer', 'form', 'header', 'hgroup', 'legend',
    'main', 'nav', 'optgroup', 'search', 'section', 'select', 'video', 'audio', 'object', 'canvas',
  ].map((name) => [name, 'div'] as const), // prettier-ignore
  ['acronym', 'abbr'],
  ['dir', 'ul'],
  ['font', 'span'],
  ['menu', 'ul'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
  ['strike', 's'],
  ['tt', 'code'],
  ['xmp', 'pre'],
]);

/** What a reader never sees of them is not kept as text either. */
const unseenNames = ['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'title', 'option', 'svg', 'annotation', 'annotation-xml']; // prettier-ignore

type AttributeRule = (value: string) => string | null;

const everywhere: Record<string, AttributeRule> = {
  id: anchorId,
  lang: (value) => (/^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i.test(value) ? value : null),
  dir: (value) => oneOf(value, ['ltr', 'rtl', 'auto']),
  title: (value) => value,
};

/** Beside `everywhere` and `textStylesOf`. */
const attributesOf: Record<string, Record<string, AttributeRule>> = {
  a: { href: cleanLink },
  ol: { start: wholeNumber, reversed: flag, type: (value) => (/^[1aAiI]$/.test(value) ? value : null) },
  li: { value: wholeNumber },
  pre: { class: languageClass },
  code: { class: languageClass },
  th: {
    colspan: span,
    rowspan: span,
    scope: (value) => oneOf(value, ['row', 'col', 'rowgroup', 'colgroup']),
  },
  td: { colspan: span, rowspan: span },
  details: { open: flag },
  time: { datetime: (value) => value },
  del: { datetime: (value) => value },
  ins: { datetime: (value) => value },
  img: {
    src: (value) => (isOwnImage(value) ? value : null),
    alt: (value) => value,
    width: pixels,
    height: pixels,
  },
  iframe: { src: embedAddress },
};

const inlineStyles: readonly TextStyleKind[] = ['font', 'size', 'color', 'background'];
const blockStyles: readonly TextStyleKind[] = ['align', 'indent'];

/** Styles have no place: what looks may vary in comes as a class of a list, beside `language-…`. */
const textStylesOf = new Map<string, readonly TextStyleKind[]>([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, blockStyles] as const),
  ...['span', 'a', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'mark', 'small'].map(
    (name) => [name, inlineStyles] as const,
  ),
  ['td', ['align']],
  ['th', ['align']],
  ['figure', ['align', 'width']],
]);

const options: sanitize.IOptions = {
  allowedTags: [...textNames, ...passingNames],
  allowedAttributes: Object.fromEntries(
    [...textNames, ...passingNames].map((name) => [
      name,
      [
        ...Object.keys(everywhere),
        ...Object.keys(attributesOf[name] ?? {}),
        ...(textStylesOf.has(name) ? ['class'] : []),
      ],
    ]),
  ),
  // A second opinion about addresses, beside `cleanLink`.
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: unseenNames,
  selfClosing: ['br', 'hr', 'img', 'wbr'],
  transformTags: { '*': prepared },
};

/** Browsers stop at 512; an article stays below 30. The parser's time grows with the depth. */
const deepest = 256;

function onlyAllowed(html: string): string {
  const tooDeep = new RangeError('HTML nested too deeply');
  const attempt = (text: string) => {
    let depth = 0;
    return sanitize(text, {
      ...options,
      onOpenTag: () => {
        depth += 1;
        if (depth > deepest) throw tooDeep;
      },
      onCloseTag: () => {
        depth -= 1;
      },
    });
  };
  for (const flatten of [(text: string) => text, flattened]) {
    try {
      return attempt(flatten(html));
    } catch (error) {
      if (error !== tooDeep) throw error;
    }
  }
  return attempt(html.replaceAll('<', '&lt;'));
}

/** Nothing but paragraphs, headings, lines and images: what is left of a text too deep to be one. */
function flattened(html: string): string {
  // The name is taken whole or not at all: shorter ones would be tried against all the text behind them.
  return html.replace(/<\/?([a-z][a-z0-9-]*)(?![a-z0-9-])[^<>]*>/gi, (tag: string, written: string) => {
    const name = written.toLowerCase();
    if (/^(?:p|h[1-6]|br|hr|img|script|style|title)$/.test(name)) return tag;
    return /^(?:div|li|tr|t[dh]|d[td]|ul|ol|pre|blockquote|table|section|article|summary)$/.test(name)
      ? '<p>'
      : '';
  });
}

function prepared(written: string, attributes: sanitize.Attributes): sanitize.Tag {
  const name = readAs.get(written) ?? written;
  const rules = { ...everywhere, ...attributesOf[name] };
  const attribs: sanitize.Attributes = {};
  for (const [attribute, value] of Object.entries(attributes)) {
    const key = attribute === 'name' && name === 'a' && !('id' in attributes) ? 'id' : attribute;
    const kept = Object.hasOwn(rules, key) ? rules[key]?.(storable(value)) : null;
    if (typeof kept === 'string') attribs[key] = kept;
  }
  const looks = textStylesOf.get(name);
  const looking = looks ? styleClass(parseTextStyles(attributes), looks) : null;
  if (looking !== null) attribs['class'] = looking;
  if (name === 'iframe' && attribs['src'] !== undefined) nameEmbed(attribs);
  const isAnchor = name === 'a' && attribs['href'] === undefined;
  return { tagName: isAnchor ? 'span' : name, attribs };
}

function cleanLink(address: string): string | null {
  const trimmed = address.replace(/[\t\n]/g, '').trim();
  if (trimmed === '' || !isSafeLink(trimmed)) return null;
  const target = /^#(?!top$)(.+)$/.exec(trimmed)?.[1];
  return withOneFragment(target === undefined ? trimmed : `#${withAnchorPrefix(target)}`);
}

/** Only the first `#` of an address begins its fragment; browsers read on over another one, the standard does not. */
function withOneFragment(address: string): string {
  const [place = '', ...fragments] = address.split('#');
  return fragments.length === 0 ? place : `${place}#${fragments.join('%23')}`;
}

/** A film's player, or an address for a link. */
function embedAddress(address: string): string | null {
  const player = readVideo(address)?.player;
  if (player !== undefined) return player;
  return /^https:\/\//i.test(address) ? cleanLink(address) : null;
}

/** What a frame shows must be said to those who cannot see it. */
function nameEmbed(attribs: sanitize.Attributes): void {
  const site = readVideo(attribs['src'] ?? '')?.site;
  if (site !== undefined && !attribs['title']?.trim()) attribs['title'] = `${site} video`;
}

function isPlayer(address: string): boolean {
  return readVideo(address)?.player === address;
}

function languageClass(value: string): string | null {
  return /(?:^|\s)(language-[\w+#.-]{1,40})/.exec(value)?.[1] ?? null;
}

function wholeNumber(value: string): string | null {
  return /^-?\d{1,9}$/.test(value) ? value : null;
}

function span(value: string): string | null {
  return /^[1-9]\d{0,2}$/.test(value) ? value : null;
}

function pixels(value: string): string | null {
  return /^[1-9]\d{0,4}$/.test(value) ? value : null;
}

function flag(): string {
  return '';
}

function oneOf(value: string, choices: readonly string[]): string | null {
  const lower = value.toLowerCase();
  return choices.includes(lower) ? lower : null;
}
