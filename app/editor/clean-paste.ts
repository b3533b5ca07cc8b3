import type { BodyRules } from './body-rules.ts';

/**
 * HTML from the clipboard as an author means it: Word's lists become lists, Google Docs' styled spans become bold and
 * italic, and what a web page only wears (its fonts, sizes and colours, its menus and scripts) stays behind.
 *
 * @param html as the clipboard has it
 * @param onPicture asked for each picture: the element that stands for it, or null when only its words stay
 */
export function cleanPaste(
  html: string,
  rules: Pick<BodyRules, 'isOwnPicture'>,
  onPicture: (image: HTMLImageElement) => Element | null,
): string {
  const { body } = new DOMParser().parseFromString(withoutWordMarks(html), 'text/html');
  // Our own text is as we wrote it.
  if (body.querySelector('[data-pm-slice]')) return html;
  const from = sourceOf(html, body);
  for (const element of body.querySelectorAll(unseen)) element.remove();
  for (const comment of commentsIn(body)) comment.remove();
  if (from === 'word') makeWordLists(body);
  for (const element of Array.from(body.querySelectorAll<HTMLElement>('*'))) readStyles(element, from);
  if (from === 'docs') unwrapAll(body, 'b[id^="docs-internal-guid"], li > p:only-child');
  for (const image of Array.from(body.querySelectorAll('img'))) {
    if (rules.isOwnPicture(image.getAttribute('src') ?? '')) continue;
    const place = onPicture(image);
    image.replaceWith(place ?? image.alt);
  }
  unwrapAll(body, 'span:not([class]):not([style]):not([id])');
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

/** Word hides its bullets and its own pictures in comments that only it reads. */
function withoutWordMarks(html: string): string {
  return html
    .replaceAll(/<!--\[if (?!!supportLists)[^\]]*\]>[^]*?<!\[endif\]-->/gi, '')
    .replaceAll(/<!\[if !supportLists\]>/gi, '<span data-bullet>')
    .replaceAll(/<!--\[if !supportLists\]-->/gi, '<span data-bullet>')
    .replaceAll(/<!(?:--)?\[endif\](?:--)?>/gi, '</span>')
    .replaceAll(/<\/?o:p>/gi, '')
    .replaceAll(/<!\[if [^\]]*\]>/gi, '');
}

function commentsIn(body: HTMLElement): Comment[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const comments: Comment[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Comment) comments.push(walker.currentNode);
  return comments;
}

/** Word writes a list as paragraphs that carry `mso-list: l0 level2 lfo1` and their bullet as text. */
function makeWordLists(body: HTMLElement): void {
  type Open = { list: Element; level: number };
  let open: Open[] = [];
  for (const paragraph of Array.from(body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6'))) {
    const level = Number(/mso-list:[^;"]*level(\d)/i.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0);
    if (level === 0) {
      if (paragraph.textContent?.trim() !== '') open = [];
      continue;
    }
    const bullet = paragraph.querySelector(
      '[data-bullet], [style*="mso-list:Ignore"], [style*="mso-list: Ignore"]',
    );
    const mark = bullet?.textContent?.trim() ?? '';
    bullet?.remove();
    const name = /^(?:\(?\d+|\(?[a-z]{1,4}|\(?[ivxlc]+)[.)]/i.test(mark) ? 'ol' : 'ul';
    open = open.filter((one) => one.level <= level);
    const last = open.at(-1);
    let list = last?.level === level ? last.list : null;
    if (!list) {
      list = document.createElement(name);
      const home = last?.list.lastElementChild;
      if (home) home.append(list);
      else paragraph.before(list);
      open.push({ list, level });
    }
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
}

/** What a style says about the words becomes an element; what it says about the page goes. */
function readStyles(element: HTMLElement, from: Source): void {
  const style = element.getAttribute('style');
  const language = /(?:^|\s)(language-[\w+#.-]+)/.exec(element.className)?.[1];
  if (language === undefined) element.removeAttribute('class');
  else element.className = language;
  if (style === null) return;
  const {
    fontWeight,
    fontStyle,
    textDecorationLine,
    textDecoration,
    verticalAlign,
    textAlign,
    color,
    backgroundColor,
    backgroundImage,
    display,
    visibility,
  } = element.style;
  element.removeAttribute('style');
  if (display === 'none' || visibility === 'hidden') return element.remove();
  const line = textDecorationLine || textDecoration;
  const isText = /^(?:span|font|a|p|li|td|th|div)$/.test(element.localName);
  if (isText && (fontWeight === 'bold' || Number(fontWeight) >= 600)) wrap(element, 'strong');
  if (isText && fontStyle === 'italic') wrap(element, 'em');
  if (isText && line.includes('line-through')) wrap(element, 's');
  if (
    isText &&
    line.includes('underline') &&
    element.localName !== 'a' &&
    !element.closest('a') &&
    !element.querySelector('a')
  )
    wrap(element, 'u');
  if (element.localName === 'span' && (verticalAlign === 'super' || verticalAlign === 'sub'))
    wrap(element, verticalAlign.slice(0, 3));
  if (/^(?:b|strong)$/.test(element.localName) && (fontWeight === 'normal' || fontWeight === '400'))
    element.replaceWith(...element.childNodes);
  if (from === 'web') return;
  const kept = [
    ['center', 'right', 'justify'].includes(textAlign) ? `text-align: ${textAlign}` : '',
    element.localName === 'span' && !element.closest('a') && color !== '' ? `color: ${color}` : '',
    element.localName === 'span' && backgroundColor !== '' && backgroundImage !== 'none'
      ? `background-color: ${backgroundColor}`
      : '',
  ].filter((one) => one !== '');
  if (kept.length > 0) element.setAttribute('style', kept.join('; '));
}

/** Puts what an element holds into a new one. */
function wrap(element: HTMLElement, name: string): void {
  const inner = document.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}

function unwrapAll(body: HTMLElement, selector: string): void {
  for (const element of Array.from(body.querySelectorAll(selector)))
    element.replaceWith(...element.childNodes);
}
