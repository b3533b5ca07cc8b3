import type { Attributes, BodyName } from '#domain/html/html-tree.ts';
import { paragraph, type Look } from './email-boxes.ts';
import { codeFont, colors, labelFont } from './email-styles.ts';

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
