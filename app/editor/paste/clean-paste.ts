import { unwrapRedirect } from '#domain/html/link.ts';
import { isOwnImage } from '#domain/html/own-image.ts';
import { parseTextStyles, styleClass } from '#domain/html/text-styles.ts';
import { addSummaries } from '../blocks/collapsible.ts';
import { readFootnotes } from './paste-footnotes.ts';
import { makeCodeBlocks } from './paste-code.ts';
import { createListBuilder, makeLeveledLists, numberOf } from './paste-lists.ts';
import { markElements, marksOf, noMarks, writeMarks, type Marks } from './paste-marks.ts';
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
  makeLeveledLists(body);
  makeCodeBlocks(body);
  makeCallouts(body);
  // The box before a task, as Google Docs draws it.
  for (const box of body.querySelectorAll('img[aria-roledescription="checkbox"]')) box.remove();
  const styleOf = createStyleReader();
  const marks = new Map<Element, Marks>([[body, noMarks]]);
  const marking = Array.from(body.querySelectorAll(markElements));
  for (const element of Array.from(body.querySelectorAll<HTMLElement>('*')))
    readStyles(element, from, styleOf, marks);
  writeMarks(body, marks);
  for (const element of marking) element.replaceWith(...element.childNodes);
  for (const list of Array.from(body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')))
    list.previousElementSibling?.append(list);
  if (from === 'docs') unwrapAll(body, 'li > p:only-child, li > p:first-child:has(+ :is(ul, ol))');
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
  'select, textarea, nav, span.EOP, [hidden], [aria-hidden="true"], o\\:p:empty, xml';

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
  const builder = createListBuilder(body);
  for (const paragraph of Array.from(body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6'))) {
    const [, id = '', digit = '0'] =
      /mso-list:\s*(l\d+) level(\d)/i.exec(paragraph.getAttribute(styled) ?? '') ?? [];
    const level = Number(digit);
    if (level === 0) {
      if (paragraph.textContent?.trim() !== '') builder.end();
      continue;
    }
    const bullet = paragraph.querySelector(
      '[data-bullet], [data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]',
    );
    const mark = bullet?.textContent?.trim() ?? '';
    bullet?.remove();
    const name = /^(?:\(?\d+|\(?[a-z]{1,4}|\(?[ivxlc]+)[.)]/i.test(mark) ? 'ol' : 'ul';
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    builder.add(item, name, level, id, numberOf(mark), paragraph);
    paragraph.remove();
  }
}

/** A style of words becomes an element; a style of the page is dropped. */
function readStyles(
  element: HTMLElement,
  from: Source,
  styleOf: (style: string) => CSSStyleDeclaration,
  marks: Map<Element, Marks>,
): void {
  const style = element.getAttribute(styled);
  const around = marks.get(element.parentElement ?? element) ?? noMarks;
  const declared = style === null ? null : styleOf(style);
  const own = marksOf(element, around, declared, style ?? '', from !== 'web');
  marks.set(element, own);
  // A name that hid behind a stray quote.
  for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name);
  // The language of code, and the blocks of the editor.
  const kept = /(?:^|\s)(language-[\w+#.-]+|block-[a-z-]+)/.exec(element.className)?.[1];
  if (kept === undefined) element.removeAttribute('class');
  else element.className = kept;
  if (style === null || declared === null) return;
  const { verticalAlign, display, visibility } = declared;
  element.removeAttribute(styled);
  if (display === 'none' || visibility === 'hidden') return element.remove();
  if (element.localName === 'span' && (verticalAlign === 'super' || verticalAlign === 'sub'))
    marks.set(wrap(element, verticalAlign.slice(0, 3)), own);
  const align = from === 'web' ? null : styleClass(parseTextStyles({ style }), ['align']);
  if (align !== null) element.className = align;
}

/** A callout of Notion, with the symbol before its text. */
function makeCallouts(body: HTMLElement): void {
  for (const callout of Array.from(
    body.querySelectorAll('figure.callout, .notion-callout-block, aside:not([class])'),
  )) {
    const isCallout =
      callout.localName !== 'aside' || /^\s*\p{Emoji_Presentation}/u.test(callout.textContent ?? '');
    if (!isCallout) continue;
    for (const icon of callout.querySelectorAll('.icon, img.icon')) icon.remove();
    const aside = body.ownerDocument.createElement('aside');
    aside.className = 'block-note';
    aside.append(...callout.childNodes);
    callout.replaceWith(aside);
  }
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

function wrap(element: HTMLElement, name: string): Element {
  const inner = element.ownerDocument.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
  return inner;
}

function unwrapAll(body: HTMLElement, selector: string): void {
  for (const element of Array.from(body.querySelectorAll(selector)))
    element.replaceWith(...element.childNodes);
}
