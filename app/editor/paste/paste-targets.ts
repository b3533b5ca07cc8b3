import { anchorId } from '#domain/html/anchor.ts';

/**
 * Links within a pasted text go on leading to what they led to: to a footnote and back, from a table of contents to a
 * heading. Every id gets the prefix of the product, so that none can be taken for something of the page. A place within a
 * line keeps its id only where a link leads to it.
 */
export function keepTargets(body: HTMLElement): void {
  const wanted = new Set<string | null>();
  for (const link of body.querySelectorAll('a[href]')) {
    // Word may name the file that it put on the clipboard.
    const fragment = /^(?:file:[^#]*)?#(?!top$)(.+)$/i.exec(link.getAttribute('href') ?? '')?.[1];
    const address = fragment === undefined ? null : anchorId(fragment);
    if (fragment === undefined || address === null) continue;
    link.setAttribute('href', `#${address}`);
    wanted.add(anchorId(decoded(fragment)));
  }
  for (const element of body.querySelectorAll('[id], a[name]')) {
    const id = anchorId(element.id || (element.getAttribute('name') ?? ''));
    element.removeAttribute('id');
    element.removeAttribute('name');
    if (id === null) continue;
    const isWanted = wanted.delete(id);
    const place = element.matches(blocks) ? element : isWanted ? placeFor(element) : null;
    if (place?.id === '') place.id = id;
  }
}

/** Nodes that the editor has as blocks with an id of their own. */
const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, table, tr, td, th';
const containers = 'div, section, article, aside, footer, header, main, figure';

/** An element that the editor keeps, at or near the one that has the id now. */
function placeFor(element: Element): Element | null {
  if (element.matches(containers)) return element.querySelector(blocks);
  return element.textContent?.trim() === '' ? element.closest(blocks) : element;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
