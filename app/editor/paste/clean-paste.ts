import { unwrapRedirect } from '#domain/html/link.ts';
import { isOwnImage } from '#domain/html/own-image.ts';
import { parseTextStyles, styleClass } from '#domain/html/text-styles.ts';
import { addSummaries } from '../blocks/collapsible.ts';
import { readFootnotes } from './paste-footnotes.ts';
import { keepTargets } from './paste-targets.ts';
import { styled, withoutHandlers, withoutStyles, withoutWordMarks } from './paste-source.ts';

/**
 * HTML from the clipboard as an author means it: Word's lists become lists, Google Docs' styled spans become bold and
 * italic, and what a web page only wears (its fonts, sizes and colors, its menus and scripts) stays behind.
 *
 * It is parsed in a document that is never shown, where nothing runs and nothing is fetched, and no node of it comes into
 * the page: elements made here belong to that document too.
 *
 * @param html as the clipboard has it
 * @param onImage asked for each image: the element that stands for it, or null when only its words stay
 */
export function cleanPaste(html: string, onImage: (image: HTMLImageElement) => Element | null): string {
  const inert = withoutHandlers(html);
  const { body } = new DOMParser().parseFromString(withoutStyles(withoutWordMarks(inert)), 'text/html');
  // Our own text is as we wrote it.
  if (body.querySelector('[data-pm-slice]')) return inert;
  const from = sourceOf(html, body);
  for (const element of body.querySelectorAll(unseen)) element.remove();
  for (const comment of commentsIn(body)) comment.remove();
  if (from === 'word') makeWordLists(body);
  const styleOf = createStyleReader();
  for (const element of Array.from(body.querySelectorAll<HTMLElement>('*')))
    readStyles(element, from, styleOf);
  if (from === 'docs') unwrapAll(body, 'b[id^="docs-internal-guid"], li > p:only-child');
  for (const link of body.querySelectorAll('a[href]'))
    link.setAttribute('href', unwrapRedirect(link.getAttribute('href') ?? ''));
  readFootnotes(body);
  keepTargets(body);
  // An empty line between two blocks is space, not text.
  for (const lineBreak of Array.from(body.querySelectorAll(':scope > br'))) lineBreak.remove();
  for (const image of Array.from(body.querySelectorAll('img'))) {
    if (isOwnImage(image.getAttribute('src') ?? '')) continue;
    const place = onImage(image);
    image.replaceWith(place ?? image.alt);
  }
  addSummaries(body);
  unwrapAll(body, 'span:not([class]):not([id])');
  for (const element of Array.from(body.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))) {
    const isEmpty =
      element.textContent?.trim() === '' && !element.querySelector('img, [data-upload], iframe, hr');
    if (isEmpty && from !== 'web') element.remove();
  }
  return body.innerHTML;
}

type Source = 'word' | 'docs' | 'web';

const unseen =
  'script, style, template, noscript, link, meta, base, title, head, object, embed, svg, math, form input, form button, ' +
  'select, textarea, nav, [hidden], [aria-hidden="true"], o\\:p:empty, xml';

function sourceOf(html: string, body: HTMLElement): Source {
  if (/urn:schemas-microsoft-com:office|class="?Mso|mso-/i.test(html)) return 'word';
  if (body.querySelector('[id^="docs-internal-guid"]')) return 'docs';
  return 'web';
}

function commentsIn(body: HTMLElement): Comment[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Comment[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Comment) comments.push(walker.currentNode);
  return comments;
}

/** Word writes a list as paragraphs that carry `mso-list: l0 level2 lfo1` and their bullet as text. */
function makeWordLists(body: HTMLElement): void {
  type Open = { list: Element; level: number; id: string };
  let open: Open[] = [];
  for (const paragraph of Array.from(body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6'))) {
    const [, id = '', digit = '0'] =
      /mso-list:\s*(l\d+) level(\d)/i.exec(paragraph.getAttribute(styled) ?? '') ?? [];
    const level = Number(digit);
    if (level === 0) {
      if (paragraph.textContent?.trim() !== '') open = [];
      continue;
    }
    const bullet = paragraph.querySelector(
      '[data-bullet], [data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]',
    );
    const mark = bullet?.textContent?.trim() ?? '';
    bullet?.remove();
    const name = /^(?:\(?\d+|\(?[a-z]{1,4}|\(?[ivxlc]+)[.)]/i.test(mark) ? 'ol' : 'ul';
    open = open.filter((one) => one.level < level || (one.level === level && one.id === id));
    const last = open.at(-1);
    let list = last?.level === level ? last.list : null;
    if (!list) {
      list = body.ownerDocument.createElement(name);
      const home = last?.list.lastElementChild;
      if (home) home.append(list);
      else paragraph.before(list);
      open.push({ list, level, id });
    }
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
}

/** A style of words becomes an element; a style of the page is dropped. */
function readStyles(
  element: HTMLElement,
  from: Source,
  styleOf: (style: string) => CSSStyleDeclaration,
): void {
  const style = element.getAttribute(styled);
  // A name that hid behind a stray quote.
  for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name);
  // The language of code, and the blocks of the editor.
  const kept = /(?:^|\s)(language-[\w+#.-]+|block-[a-z-]+)/.exec(element.className)?.[1];
  if (kept === undefined) element.removeAttribute('class');
  else element.className = kept;
  if (style === null) return;
  const { fontWeight, fontStyle, textDecorationLine, textDecoration, verticalAlign, display, visibility } =
    styleOf(style);
  element.removeAttribute(styled);
  if (display === 'none' || visibility === 'hidden') return element.remove();
  const line = textDecorationLine || textDecoration;
  const isText = /^(?:span|font|a|p|li|td|th|div)$/.test(element.localName);
  if (isText && (fontWeight === 'bold' || Number(fontWeight) >= 600)) wrap(element, 'strong');
  if (isText && fontStyle === 'italic') wrap(element, 'em');
  if (isText && line.includes('line-through')) wrap(element, 's');
  if (isText && line.includes('underline') && !element.closest('a') && !element.querySelector('a'))
    wrap(element, 'u');
  if (element.localName === 'span' && (verticalAlign === 'super' || verticalAlign === 'sub'))
    wrap(element, verticalAlign.slice(0, 3));
  if (/^(?:b|strong)$/.test(element.localName) && (fontWeight === 'normal' || fontWeight === '400'))
    element.replaceWith(...element.childNodes);
  if (from === 'web') return;
  const isSpan = element.localName === 'span' && !element.closest('a');
  const look = styleClass(parseTextStyles({ style }), isSpan ? ['align', 'color', 'background'] : ['align']);
  if (look !== null) element.className = look;
}

/**
 * The declarations of a `style` attribute. The page's policy keeps the element itself from telling; a sheet that is
 * applied to nothing may.
 */
function createStyleReader(): (style: string) => CSSStyleDeclaration {
  const sheet = new CSSStyleSheet();
  return (style) => {
    sheet.replaceSync(`a {${style}}`);
    const [rule] = sheet.cssRules;
    return rule instanceof CSSStyleRule ? rule.style : document.createElement('a').style;
  };
}

/** Puts what an element holds into a new one. */
function wrap(element: HTMLElement, name: string): void {
  const inner = element.ownerDocument.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}

function unwrapAll(body: HTMLElement, selector: string): void {
  for (const element of Array.from(body.querySelectorAll(selector)))
    element.replaceWith(...element.childNodes);
}
