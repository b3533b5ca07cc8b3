import type { Image } from '#domain/images/image.ts';
import { imageWidths } from '#domain/images/image-limits.ts';
import { calloutKind, calloutName, contentsSwitch } from '#domain/html/blocks.ts';
import { isEmptyTree } from '#domain/html/html.ts';
import {
  element,
  render,
  type Attributes,
  type BodyElement,
  type BodyName,
  type BodyTree,
  type HtmlElement,
  type HtmlNode,
} from '#domain/html/html-tree.ts';
import { palette } from '#domain/html/palette.ts';
import { parseTextStyles } from '#domain/html/text-styles.ts';
import { readVideo } from '#domain/html/video.ts';
import { type BodyPlace, completeAddress, withCounters } from './email-text.ts';
import { codeFont, colors, contentWidth, labelFont, style, textFont } from './email-styles.ts';

/**
 * The body of a post as a mail program can show it: only what `tests/email-support.ts` lists, with
 * addresses that are complete. What has no form in an email (a video, a folded section) becomes one that has; of
 * anything unknown the text stays.
 */
export function emailBody(tree: BodyTree, place: BodyPlace): HtmlNode[] {
  const known = new Map(place.images.map((one) => [one.src, one]));
  return render<string>(withCounters(tree), {
    p: (source, children) => [onlyLink(source, children) ?? formed(source, children)],
    li: (source, children) => [formed(source, withoutLastMargin(children))],
    blockquote: (source, children) => [bar(source, children, colors.line)],
    aside: (source, children) => [callout(source, children)],
    pre: (source, children) => [codeBlock(source, children)],
    hr: (source) => (contentsSwitch(source) === null ? [formed(source, [])] : []),
    a: (source, children) => link(source, children, place),
    img({ attributes: { src = '', alt = '', width } }) {
      return [emailImage(src, alt, known.get(src) ?? null, place.origin, Number(width ?? 0))];
    },
    iframe: video,
    q: (_, children) => ['“', ...children, '”'],
    rt: (_, children) => [' (', ...children, ')'],
    rp: () => [],
    wbr: () => [],
    span(source, children) {
      const inside = paint(source, children);
      const language = only(source.attributes, spoken);
      return Object.keys(language).length > 0 ? [element('span', language, inside)] : inside;
    },
    other: (source, children) => (forms[source.name] === undefined ? children : [formed(source, children)]),
  });
}

type Look = Readonly<Record<string, string>>;

/** What an element of a body is in an email: a tag with a look of its own. */
type Form = {
  tag: string;
  look?: Look;
  class?: string;
  /** Attributes that it keeps, beside language and direction, and those that it gets. */
  keeps?: readonly string[];
  gets?: Attributes;
  /** Whether the author may have aligned or indented it, or given its words a color, size or font. */
  may?: 'place' | 'paint';
};

const paragraph = { margin: '0 0 18px' };
const small = {
  'font-family': labelFont,
  'font-size': '14px',
  'line-height': '1.5',
  color: colors.soft,
  margin: '6px 0 0',
};
const listForm = (tag: string): Form => ({
  tag,
  keeps: ['start', 'type'],
  look: { ...paragraph, padding: '0 0 0 28px' },
});
const painted = (tag: string, look?: Look): Form => ({ tag, may: 'paint', ...(look && { look }) });
const code: Form = { tag: 'code', look: { 'font-family': codeFont, 'font-size': '15px' } };

const forms: { readonly [Name in BodyName]?: Form } = {
  h1: heading('h2', '24px'),
  h2: heading('h2', '24px'),
  h3: heading('h3', '20px'),
  h4: heading('h4', '18px'),
  h5: heading('h4', '17px'),
  h6: heading('h4', '17px'),
  p: { tag: 'p', look: paragraph, may: 'place' },
  ul: listForm('ul'),
  ol: listForm('ol'),
  li: { tag: 'li', keeps: ['value'], look: { margin: '0 0 6px' } },
  dl: { tag: 'div', look: paragraph },
  dt: { tag: 'div', look: { 'font-weight': '700' } },
  dd: { tag: 'div', look: { margin: '0 0 8px 20px' } },
  details: { tag: 'div', look: paragraph },
  summary: { tag: 'p', look: { margin: '0 0 8px', 'font-weight': '700' } },
  figure: { tag: 'div', look: paragraph, may: 'place' },
  figcaption: { tag: 'div', class: 'e-soft', look: small },
  caption: { tag: 'caption', class: 'e-soft', look: { ...small, 'text-align': 'left' } },
  code,
  kbd: code,
  samp: code,
  mark: { tag: 'span', class: 'e-mark', look: { 'background-color': colors.mark, color: colors.ink } },
  strong: painted('strong'),
  b: painted('b'),
  em: painted('em'),
  i: painted('i'),
  u: painted('u'),
  ins: painted('u'),
  del: painted('del'),
  s: painted('del'),
  sub: painted('sub'),
  sup: painted('sup'),
  small: painted('span', { 'font-size': '15px' }),
  var: painted('i'),
  cite: painted('i'),
  dfn: painted('i'),
  br: { tag: 'br' },
  hr: {
    tag: 'hr',
    class: 'e-line',
    look: { border: '0', 'border-top': `1px solid ${colors.line}`, margin: '28px 0' },
  },
  table: {
    tag: 'table',
    gets: { width: '100%', cellpadding: '0', cellspacing: '0' },
    look: { ...paragraph, 'border-collapse': 'collapse', 'font-size': '15px', 'line-height': '1.45' },
  },
  thead: { tag: 'thead' },
  tbody: { tag: 'tbody' },
  tfoot: { tag: 'tfoot' },
  tr: { tag: 'tr' },
  td: cell('td', 'e-line'),
  th: cell('th', 'e-line e-sunken', { 'background-color': colors.sunken, 'font-weight': '700' }),
};

function cell(tag: string, kind: string, look?: Look): Form {
  return {
    tag,
    class: kind,
    keeps: ['colspan', 'rowspan', 'scope'],
    may: 'place',
    look: {
      border: `1px solid ${colors.line}`,
      padding: '7px 10px',
      'text-align': 'left',
      'vertical-align': 'top',
      'word-wrap': 'break-word',
      ...look,
    },
  };
}

function heading(tag: string, size: string): Form {
  return {
    tag,
    class: 'e-ink',
    may: 'place',
    look: {
      margin: '28px 0 10px',
      'font-family': labelFont,
      'font-size': size,
      'line-height': '1.3',
      'font-weight': '700',
    },
  };
}

/** An element in the form that `forms` has for it. */
function formed(source: BodyElement, children: HtmlNode[]): HtmlElement {
  const { tag, look, class: kind, keeps = [], gets, may }: Form = forms[source.name] ?? { tag: source.name };
  const isNotes = source.attributes['class'] === 'block-footnotes';
  const styles = {
    ...look,
    ...(isNotes ? { 'font-size': '15px' } : {}),
    ...(may === 'place' ? placed(source) : {}),
  };
  return element(
    tag,
    {
      ...(kind === undefined ? {} : { class: kind }),
      ...only(source.attributes, [...spoken, ...keeps]),
      ...gets,
      ...(Object.keys(styles).length === 0 ? {} : { style: style(styles) }),
    },
    may === 'paint' ? paint(source, children) : children,
  );
}

/** Language and direction are for those who listen, too. */
const spoken = ['lang', 'dir'];

function only(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.includes(name)));
}

/** Alignment and indent of a block, as its author set them. */
function placed({ attributes }: HtmlElement): Look {
  const { align, indent } = parseTextStyles(attributes);
  return {
    ...(align === undefined ? {} : { 'text-align': align === 'justify' ? 'left' : align }),
    ...(indent === undefined ? {} : { 'margin-left': `${Math.min(4, Number(indent)) * 24}px` }),
  };
}

const sizes: Readonly<Record<string, string>> = { small: '15px', large: '24px', huge: '34px' };
const fonts: Readonly<Record<string, string>> = { sans: labelFont, serif: textFont, monospace: codeFont };

/** The words of an inline element in the color, size and font that its author gave them. */
function paint({ attributes }: HtmlElement, children: HtmlNode[]): HtmlNode[] {
  const { font, size, color, background } = parseTextStyles(attributes);
  const text = color === undefined ? undefined : palette[color]?.text.light;
  const behind = background === undefined ? undefined : palette[background]?.background.light;
  const look = {
    ...(font !== undefined && fonts[font] !== undefined ? { 'font-family': fonts[font] } : {}),
    ...(size !== undefined && sizes[size] !== undefined
      ? { 'font-size': sizes[size], 'line-height': '1.3' }
      : {}),
    ...(text === undefined ? {} : { color: text }),
    ...(behind === undefined ? {} : { 'background-color': behind }),
  };
  if (Object.keys(look).length === 0) return children;
  const classes = [
    ...(text === undefined ? [] : [`e-color-${color}`]),
    ...(behind === undefined ? [] : [`e-background-${background}`]),
  ].join(' ');
  return [element('span', { ...(classes === '' ? {} : { class: classes }), style: style(look) }, children)];
}

/** A bar beside the text: as a table, because a border of other elements is not drawn everywhere. */
function bar(source: HtmlElement, children: HtmlNode[], color: string, background?: string): HtmlElement {
  const look = {
    'border-left': `3px solid ${color}`,
    padding: background === undefined ? '2px 0 2px 16px' : '14px 18px',
    ...(background === undefined ? {} : { 'background-color': background }),
  };
  const kind = background === undefined ? 'e-line' : 'e-sunken';
  return box(kind, look, withoutLastMargin(children), only(source.attributes, spoken));
}

/** What stands last in a box or an item leaves no room below it. */
function withoutLastMargin(children: HtmlNode[]): HtmlNode[] {
  const last = children.findLastIndex((child) => typeof child === 'object' || child.trim() !== '');
  return children.map((child, index) => {
    if (index !== last || typeof child === 'string') return child;
    const { style: look = '' } = child.attributes;
    const flat = look.replace(`margin:${paragraph.margin}`, 'margin:0');
    return flat === look ? child : { ...child, attributes: { ...child.attributes, style: flat } };
  });
}

function box(kind: string, look: Look, children: HtmlNode[], spokenAs: Attributes = {}): HtmlElement {
  return layoutTable(element('td', { class: kind, ...spokenAs, style: style(look) }, children));
}

/** @param options.isNarrow as wide as its cell, not as the text around it */
function layoutTable(
  onlyCell: HtmlElement,
  { isNarrow = false, margin = paragraph.margin }: { isNarrow?: boolean; margin?: string } = {},
): HtmlElement {
  return element(
    'table',
    {
      role: 'presentation',
      ...(isNarrow ? {} : { width: '100%' }),
      cellpadding: '0',
      cellspacing: '0',
      border: '0',
      style: style({ margin, 'border-collapse': 'collapse' }),
    },
    [element('tbody', {}, [element('tr', {}, [onlyCell])])],
  );
}

const calloutColors: Readonly<Record<string, string>> = {
  note: '#574f46',
  tip: '#22694a',
  warning: '#855400',
};

function callout(source: BodyElement, children: HtmlNode[]): HtmlElement {
  const label = element(
    'p',
    { class: 'e-soft', style: style({ ...small, margin: '0 0 4px', 'font-weight': '700' }) },
    [calloutName(source)],
  );
  return bar(source, [label, ...children], calloutColors[calloutKind(source)] ?? colors.soft, colors.sunken);
}

/** Long lines are broken: nothing scrolls sideways in a mail program. */
function codeBlock(source: HtmlElement, children: HtmlNode[]): HtmlElement {
  const look = {
    margin: '0',
    'font-family': codeFont,
    'font-size': '14px',
    'line-height': '1.5',
    'white-space': 'pre-wrap',
    'word-wrap': 'break-word',
    'word-break': 'break-word',
  };
  const flat = children.flatMap((child) =>
    typeof child === 'object' && child.name === 'code' ? child.children : [child],
  );
  const pre = element('pre', { dir: 'ltr', ...only(source.attributes, spoken), style: style(look) }, flat);
  return box('e-sunken', { 'background-color': colors.sunken, padding: '14px 16px' }, [pre]);
}

function link(source: HtmlElement, children: HtmlNode[], place: BodyPlace): HtmlNode[] {
  const kind = source.attributes['class'] ?? '';
  // Footnotes lead to the notes of the page, and nothing leads back from there.
  if (kind.includes('block-back')) return [];
  const href = completeAddress(source.attributes['href'] ?? '', place);
  if (href === null || isEmptyTree(children)) return children;
  const attributes = { ...only(source.attributes, spoken), href };
  if (kind.includes('block-button')) {
    return [element('a', { class: 'e-button', ...attributes, style: style(buttonLook) }, children)];
  }
  if (kind.includes('block-bookmark')) return [framedLink(attributes, children)];
  return [
    element(
      'a',
      {
        class: 'e-link',
        ...attributes,
        style: style({ color: colors.signal, 'text-decoration': 'underline' }),
      },
      paint(source, children),
    ),
  ];
}

/** A paragraph with nothing but a button or a bookmark is that, in a table. */
function onlyLink({ attributes, children: source }: HtmlElement, children: HtmlNode[]): HtmlElement | null {
  const [first] = source;
  if (source.length !== 1 || typeof first !== 'object' || first.name !== 'a') return null;
  const kind = first.attributes['class'] ?? '';
  const isShown = children.some((child) => typeof child === 'object' && child.name === 'a');
  if (!isShown) return null;
  const { align } = parseTextStyles(attributes);
  if (kind.includes('block-button')) return buttonTable(children, align);
  return kind.includes('block-bookmark') ? frame(children) : null;
}

/** A link as a button, which stands in the cell of `buttonTable`. */
export const buttonLook = {
  display: 'inline-block',
  padding: '11px 20px',
  'background-color': colors.signal,
  color: colors.onSignal,
  'font-family': labelFont,
  'font-size': '16px',
  'font-weight': '700',
  'text-decoration': 'none',
};

/** Outlook on Windows knows no padding of a link: there the cell is the button. */
export function buttonTable(children: HtmlNode[], align?: string): HtmlElement {
  const look = { 'background-color': colors.signal, 'mso-padding-alt': '11px 20px' };
  const button = element('td', { class: 'e-button', style: style(look) }, children);
  if (align !== 'center' && align !== 'right') return layoutTable(button, { isNarrow: true });
  // A table with this attribute would float.
  return layoutTable(element('td', { align }, [layoutTable(button, { isNarrow: true, margin: '0' })]));
}

/** A frame around a link: as a table, because a border of other elements is not drawn everywhere. */
function frame(children: HtmlNode[]): HtmlElement {
  return box('e-line', { border: `1px solid ${colors.line}`, padding: '12px 16px' }, children);
}

function framedLink(attributes: Attributes, children: HtmlNode[]): HtmlElement {
  const look = { color: colors.ink, 'text-decoration': 'none' };
  return element('a', { class: 'e-ink', ...attributes, style: style(look) }, children);
}

/**
 * In the size in which it is shown, twice as fine; in a type that every program knows.
 * @param wanted the width that the author gave it; 0: its own
 */
export function emailImage(
  src: string,
  alt: string,
  known: Image | null,
  origin: string,
  wanted = 0,
): HtmlElement {
  const own = wanted || (known?.width ?? contentWidth);
  const width = Math.min(own, contentWidth);
  const size =
    known?.width && known.height
      ? { height: String(Math.max(1, Math.round((width * known.height) / known.width))) }
      : {};
  const offered = imageWidths.find((one) => one >= width * 2) ?? imageWidths[imageWidths.length - 1];
  const type = /\.(?:webp|avif)$/.test(src) ? '&type=jpg' : '';
  const look = { display: 'block', width: '100%', 'max-width': `${width}px`, height: 'auto', border: '0' };
  return element(
    'img',
    { src: `${origin}${src}?w=${offered}${type}`, alt, width: String(width), ...size, style: style(look) },
    [],
  );
}

/** No mail program plays a video. */
function video({ attributes }: HtmlElement): HtmlNode[] {
  const found = readVideo(attributes['src'] ?? '');
  if (found === null) return [];
  const name = attributes['title'] ?? `${found.site} video`;
  return [
    frame([
      framedLink({ href: found.page }, [
        element('strong', {}, [name]),
        element('br', {}, []),
        `Watch on ${found.site}`,
      ]),
    ]),
  ];
}
