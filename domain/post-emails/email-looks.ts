import type { Brand } from '#domain/site/published-words.ts';
import {
  element,
  type Attributes,
  type BodyName,
  type HtmlElement,
  type HtmlNode,
} from '#domain/html/html-tree.ts';
import { palette } from '#domain/html/palette.ts';

/** Colors of the site (`app/tokens.css`) as mail programs understand them. */
const light = {
  page: '#f9f6f1',
  paper: '#fefdfb',
  sunken: '#f0ece5',
  ink: '#25201a',
  soft: '#574f46',
  line: '#d9d2c8',
  // In a spelling that no text of a post has: the accent of the site takes its place.
  signal: '#C82e0B',
  onSignal: '#fefcf9',
  mark: '#f5e1b6',
};
const dark: typeof light = {
  page: '#0d1727',
  paper: '#162136',
  sunken: '#0a1220',
  ink: '#eaf1f8',
  soft: '#b3bfcd',
  line: '#324159',
  signal: '#Ff955A',
  onSignal: '#0a1424',
  mark: '#423001',
};

export const colors = light;

/** The HTML of an email in the accent of the site. */
export function withAccent(
  html: string,
  { accent, darkAccent }: Pick<Brand, 'accent' | 'darkAccent'>,
): string {
  return html.replaceAll(light.signal, accent).replaceAll(dark.signal, darkAccent);
}

export const textFont = "Georgia,Cambria,'Times New Roman',serif";
export const labelFont = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const codeFont = "Menlo,Consolas,'Courier New',monospace";

/** Width of the column in CSS pixels, and of what stands in it. */
export const columnWidth = 600;
export const contentWidth = 536;

/** Declarations as an attribute has them; those without a value are left out. */
export function style(declarations: Look): string {
  return Object.entries(declarations)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => `${property}:${value}`)
    .join(';');
}

/**
 * The one style sheet of an email: what a mail program does in the dark, and on a phone. Everything else stands in the
 * elements, because some programs drop it; those show the light email.
 * @param body HTML; colors that are not in it have no rule
 */
export function styleSheet(body: string): string {
  const darkRules = [
    rule('.e-page', { 'background-color': dark.page }),
    rule('.e-paper', { 'background-color': dark.paper }),
    rule('.e-sunken', { 'background-color': dark.sunken }),
    rule('.e-ink', { color: dark.ink }),
    rule('.e-soft', { color: dark.soft }),
    rule('.e-link', { color: dark.signal }),
    rule('.e-button', { 'background-color': dark.signal, color: dark.onSignal }),
    rule('.e-line', { 'border-color': dark.line }),
    rule('.e-mark', { 'background-color': dark.mark, color: dark.ink }),
    ...Object.entries(palette).flatMap(([name, { text, background }]) => [
      ...(body.includes(`e-color-${name}`) ? [rule(`.e-color-${name}`, { color: text.dark })] : []),
      ...(body.includes(`e-background-${name}`)
        ? [rule(`.e-background-${name}`, { 'background-color': background.dark })]
        : []),
    ]),
  ];
  return `@media (prefers-color-scheme:dark){${darkRules.join('')}}
@media (max-width:480px){.e-edge{padding-left:20px !important;padding-right:20px !important}}`;
}

function rule(selector: string, declarations: Readonly<Record<string, string>>): string {
  return `${selector}{${Object.entries(declarations)
    .map(([property, value]) => `${property}:${value} !important`)
    .join(';')}}`;
}

export type Look = Readonly<Record<string, string | undefined>>;

/** An element with a look. What is undefined, or no look at all, is left out. */
export function styled(
  tag: string,
  look: Look,
  attributes: Readonly<Record<string, string | undefined>>,
  children: HtmlNode[],
): HtmlElement {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...attributes, style: style(look) || undefined }))
    if (value !== undefined) given[name] = value;
  return element(tag, given, children);
}

const paragraph = { margin: '0 0 18px' };

/** A bar beside the text: as a table, because a border of other elements is not drawn everywhere. */
export function bar(
  spoken: Attributes,
  children: HtmlNode[],
  color: string,
  background?: string,
): HtmlElement {
  const look = {
    'border-left': `3px solid ${color}`,
    padding: background === undefined ? '2px 0 2px 16px' : '14px 18px',
    'background-color': background,
  };
  const kind = background === undefined ? 'e-line' : 'e-sunken';
  return box(kind, look, withoutLastMargin(children), spoken);
}

/** The last element of a box or an item leaves no room below it. */
export function withoutLastMargin(children: HtmlNode[]): HtmlNode[] {
  const last = children.findLastIndex((child) => typeof child === 'object' || child.trim() !== '');
  return children.map((child, index) => {
    if (index !== last || typeof child === 'string') return child;
    const { style: look = '' } = child.attributes;
    const flat = look.replace(`margin:${paragraph.margin}`, 'margin:0');
    return flat === look ? child : { ...child, attributes: { ...child.attributes, style: flat } };
  });
}

export function box(kind: string, look: Look, children: HtmlNode[], spoken: Attributes = {}): HtmlElement {
  return layoutTable(styled('td', look, { class: kind, ...spoken }, children));
}

/** @param options.isNarrow as wide as its cell, not as the text around it */
function layoutTable(
  onlyCell: HtmlElement,
  { isNarrow = false, margin = paragraph.margin }: { isNarrow?: boolean; margin?: string } = {},
): HtmlElement {
  const width = isNarrow ? undefined : '100%';
  const attributes = { role: 'presentation', width, cellpadding: '0', cellspacing: '0', border: '0' };
  const rows = [element('tbody', {}, [element('tr', {}, [onlyCell])])];
  return styled('table', { margin, 'border-collapse': 'collapse' }, attributes, rows);
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
  const button = styled('td', look, { class: 'e-button' }, children);
  if (align !== 'center' && align !== 'right') return layoutTable(button, { isNarrow: true });
  // A table with this attribute would float.
  return layoutTable(element('td', { align }, [layoutTable(button, { isNarrow: true, margin: '0' })]));
}

/** A frame around a link: as a table, because a border of other elements is not drawn everywhere. */
export function frame(children: HtmlNode[]): HtmlElement {
  return box('e-line', { border: `1px solid ${colors.line}`, padding: '12px 16px' }, children);
}

/** The form of a body's element in an email: a tag with a look of its own. */
export type Form = {
  tag: string;
  look?: Look;
  class?: string;
  /** Attributes that it keeps, beside language and direction, and those that it gets. */
  keeps?: readonly string[];
  gets?: Attributes;
  /** True if the author may have aligned or indented it, or given its words a color, size or font. */
  may?: 'place' | 'paint';
};

export const small = {
  'font-family': labelFont,
  'font-size': '14px',
  'line-height': '1.5',
  color: colors.soft,
  margin: '6px 0 0',
};
const listForm = (tag: string): Form => ({
  tag,
  keeps: ['start', 'type'],
  // On both sides: of a post from right to left the marks stand on the right.
  look: { ...paragraph, padding: '0 28px' },
});
const painted = (tag: string, look?: Look): Form => ({ tag, may: 'paint', ...(look && { look }) });
const code: Form = { tag: 'code', look: { 'font-family': codeFont, 'font-size': '15px' } };

export const forms: { readonly [Name in BodyName]?: Form } = {
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
