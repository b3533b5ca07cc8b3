import { anchorId, withAnchorPrefix } from './anchor.ts';
import { blockClass } from './blocks.ts';
import { bodyNames, type Attributes, type BodyName } from './html-tree.ts';
import { isSafeLink } from './link.ts';
import { isOwnImage } from './own-image.ts';
import { parseTextStyles, styleClass, type TextStyleKind } from './text-styles.ts';
import { readVideo } from './video.ts';

/** The allow-list of a post's body: what is not named here does not come through. */

/** Obsolete and sectioning elements, and the element that a reader would take each for. */
const renamed: [string, BodyName | 'div'][] = [
  ...[
    'address', 'article', 'body', 'center', 'dialog', 'fieldset', 'footer', 'form', 'header', 'hgroup', 'legend',
    'main', 'nav', 'optgroup', 'search', 'section', 'select', 'video', 'audio', 'object', 'canvas',
  ].map((name): [string, 'div'] => [name, 'div']), // prettier-ignore
  ['acronym', 'abbr'],
  ['dir', 'ul'],
  ['font', 'span'],
  ['menu', 'ul'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
  ['strike', 's'],
  ['tt', 'code'],
  ['xmp', 'pre'],
];

/** The element that replaces each element; a `div` is read as a border between blocks. */
const keptNames = new Map<string, BodyName | 'div'>([
  ...bodyNames.map((name): [string, BodyName] => [name, name]),
  ['div', 'div'],
  ...renamed,
]);

/** Elements whose content a reader never sees: it is removed with them. Of every other element the content stays. */
const droppedNames = new Set(['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'title', 'option', 'svg', 'annotation', 'annotation-xml']); // prettier-ignore

/** The value that an attribute keeps, or null for none. */
type AttributeRule = (value: string) => string | null;

const attributesOfAll: Record<string, AttributeRule> = {
  id: anchorId,
  lang: (value) => (/^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i.test(value) ? value : null),
  dir: (value) => oneOf(value, ['ltr', 'rtl', 'auto']),
  title: (value) => value,
};

/** In addition to `attributesOfAll` and `textStylesOf`. */
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

/** The `style` attribute is removed: what may vary is a class of a fixed list (`text-styles.ts`), besides `language-…`. */
const textStylesOf = new Map<string, readonly TextStyleKind[]>([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, blockStyles] as const),
  ...['span', 'a', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'mark', 'small'].map(
    (name) => [name, inlineStyles] as const,
  ),
  ['td', ['align']],
  ['th', ['align']],
  ['figure', ['align', 'width']],
]);

/**
 * The name under which an element of HTML is kept.
 * @returns null for an element that is removed but not its content; 'dropped' for one that goes with its content
 */
export function allowedName(tagName: string): BodyName | 'div' | 'dropped' | null {
  return droppedNames.has(tagName) ? 'dropped' : (keptNames.get(tagName) ?? null);
}

/** The allowed attributes of an element, each with a value that it may have. */
export function allowedAttributes(name: string, written: Attributes): Attributes {
  const rules = { ...attributesOfAll, ...attributesOf[name] };
  const allowed: Record<string, string> = {};
  for (const [attribute, value] of Object.entries(written)) {
    const key = attribute === 'name' && name === 'a' && written['id'] === undefined ? 'id' : attribute;
    const kept = Object.hasOwn(rules, key) ? rules[key]?.(value) : null;
    if (typeof kept === 'string') allowed[key] = kept;
  }
  const styles = textStylesOf.get(name);
  const styled = styles ? styleClass(parseTextStyles(written), styles) : null;
  const classes = [blockClass(name, written['class']), styled].filter((one) => one !== null);
  if (classes.length > 0) allowed['class'] = classes.join(' ');
  return allowed;
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

/** The address of a video player, or an address for a link. */
function embedAddress(address: string): string | null {
  const player = readVideo(address)?.player;
  if (player !== undefined) return player;
  return /^https:\/\//i.test(address) ? cleanLink(address) : null;
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
