import { Node } from '@tiptap/core';

/**
 * Elements of an imported article that have no control. They stay whole: shown, selectable, deletable. A table is one of
 * them when it has what the editor's tables do not know.
 */
const keptBlocks = ['table:has(> caption, > tfoot, table)', 'dl', 'figure'];
const keptInlines = ['img', 'ruby'];

export const KeptBlock = keptNode('keptBlock', keptBlocks, { group: 'block', inline: false });
export const KeptInline = keptNode('keptInline', keptInlines, { group: 'inline', inline: true });

function keptNode(name: string, tags: readonly string[], place: { group: string; inline: boolean }) {
  return Node.create({
    name,
    ...place,
    atom: true,
    selectable: true,
    draggable: true,
    addAttributes: () => ({ html: { default: '', rendered: false } }),
    // Before everything else, so that nothing within is read on its own.
    parseHTML: () =>
      tags.map((tag) => ({
        tag,
        priority: 100,
        getAttrs: (element) =>
          isEmptyImage(element) ? false : { html: inertElement(element.outerHTML).outerHTML },
      })),
    renderHTML: ({ node }) => inertElement(String(node.attrs['html'])),
  });
}

/** An image whose address was taken out would only be a hole. */
function isEmptyImage(element: HTMLElement): boolean {
  const own = inertElement(element.outerHTML);
  return own.localName === 'img' && !own.hasAttribute('src') && !own.hasAttribute('alt');
}

/**
 * HTML that the editor shows and gives back but does not edit. It may come from the clipboard, so what could act or
 * lead elsewhere is taken out before it stands in a page; the server cleans it again.
 */
function inertElement(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  if (!(element instanceof HTMLElement)) return document.createElement('span');
  for (const one of [element, ...element.querySelectorAll('*')]) {
    if (acting.has(one.localName)) {
      one.remove();
      continue;
    }
    for (const { name, value } of Array.from(one.attributes)) {
      if (!harmless.has(name) || (addresses.has(name) && !isOwnImage(one, name, value)))
        one.removeAttribute(name);
    }
  }
  return element;
}

const acting = new Set([
  'script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'form', 'input', 'button',
  'link', 'meta', 'base', 'video', 'audio',
]); // prettier-ignore

const harmless = new Set([
  'href', 'src', 'alt', 'title', 'width', 'height', 'colspan', 'rowspan', 'scope', 'headers', 'start', 'reversed',
  'value', 'datetime', 'class', 'open', 'dir', 'lang', 'id', 'loading', 'srcset', 'sizes',
]); // prettier-ignore

const addresses = new Set(['href', 'src', 'srcset']);

/** A link waits for a click, and the server checks it; an image is fetched at once, so only uploaded ones are allowed. */
function isOwnImage(element: Element, attribute: string, value: string): boolean {
  if (element.localName === 'a' && attribute === 'href')
    return !/^\s*(javascript|data|vbscript|blob):/i.test(value);
  return element.localName === 'img' && /^\/(?![/\\])/.test(value);
}
