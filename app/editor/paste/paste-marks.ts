import { parseTextStyles, styleClass } from '#domain/html/text-styles.ts';

/** The style of the words of an element, its own or that of the elements around it. */
export type Marks = Readonly<{
  strong: boolean;
  em: boolean;
  u: boolean;
  s: boolean;
  /** Classes of a color and a background. */
  color: string;
  background: string;
}>;

export const noMarks: Marks = { strong: false, em: false, u: false, s: false, color: '', background: '' };

const tags: Readonly<Record<string, keyof Marks>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  strike: 's',
};
const styledText = /^(?:b|strong|i|em|u|s|strike|span|font|a|p|li|td|th|div)$/;

/**
 * The style of the words in an element: what it says ends what those around it said, as "not bold" within bold.
 * @param style its declarations; null: it has none
 */
export function marksOf(
  element: Element,
  around: Marks,
  style: CSSStyleDeclaration | null,
  written: string,
  hasColors: boolean,
): Marks {
  const name = element.localName;
  if (/^(?:h[1-6]|pre|code)$/.test(name)) return noMarks;
  const tag = tags[name];
  const marks = { ...around, ...(tag && { [tag]: true }) };
  if (style === null || !styledText.test(name)) return marks;
  const { fontWeight, fontStyle } = style;
  const line = style.textDecorationLine || style.textDecoration;
  if (fontWeight !== '') marks.strong = fontWeight === 'bold' || Number(fontWeight) >= 600;
  if (fontStyle !== '') marks.em = fontStyle === 'italic';
  if (line !== '') {
    marks.s = line.includes('line-through');
    marks.u = line.includes('underline') && element.closest('a') === null;
  }
  if (!hasColors || name !== 'span' || element.closest('a')) return marks;
  const styles = parseTextStyles({ style: written });
  if (style.color !== '') marks.color = styleClass(styles, ['color']) ?? '';
  if (style.backgroundColor !== '') marks.background = styleClass(styles, ['background']) ?? '';
  return marks;
}

/** Gives each text its marks, in the place of the elements that had them. */
export function writeMarks(body: HTMLElement, marks: ReadonlyMap<Element, Marks>): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const { color, background, ...own } = marks.get(text.parentElement ?? body) ?? noMarks;
    const isBetweenBlocks =
      text.textContent?.trim() === '' &&
      !/^(?:b|strong|i|em|u|s|strike|span|font|a|p|sup|sub)$/.test(text.parentElement?.localName ?? '');
    if (isBetweenBlocks) continue;
    const look = [color, background].filter(Boolean).join(' ');
    const names = (['strong', 'em', 'u', 's'] as const).filter((name) => own[name]);
    for (const name of [...names, ...(look === '' ? [] : ['span'])]) {
      const around = body.ownerDocument.createElement(name);
      if (name === 'span') around.className = look;
      text.parentNode?.insertBefore(around, text);
      around.append(text);
    }
  }
}

export const markElements = Object.keys(tags).join(', ');
