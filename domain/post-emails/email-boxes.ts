import { element, type Attributes, type HtmlElement, type HtmlNode } from '#domain/html/html-tree.ts';
import { colors, labelFont, style } from './email-styles.ts';

export type Look = Readonly<Record<string, string>>;

export const paragraph = { margin: '0 0 18px' };

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
    ...(background === undefined ? {} : { 'background-color': background }),
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
  return layoutTable(element('td', { class: kind, ...spoken, style: style(look) }, children));
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
export function frame(children: HtmlNode[]): HtmlElement {
  return box('e-line', { border: `1px solid ${colors.line}`, padding: '12px 16px' }, children);
}
