import { Node } from '@tiptap/core';

import { inertElement } from './preserved-html.ts';

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
