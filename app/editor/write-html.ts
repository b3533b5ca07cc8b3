import { DOMSerializer, type Node } from '@tiptap/pm/model';

export type BodyWriter = {
  /** The text as HTML, without the empty lines at its end; the footnotes last. */
  write: (doc: Node) => string;
};

/**
 * Writes a document as HTML, the way a person would: no paragraph around the only words of an item or a cell, heads of
 * tables in a head. What did not change since the last time is not written again, so that asking after every key costs
 * next to nothing.
 */
export function createBodyWriter(): BodyWriter {
  const written = new WeakMap<Node, string>();
  // Elements of a document without a window load nothing.
  const inert = document.implementation.createHTMLDocument('');

  function writeBlock(node: Node): string {
    const known = written.get(node);
    if (known !== undefined) return known;
    const serializer = DOMSerializer.fromSchema(node.type.schema);
    const box = inert.createElement('div');
    box.append(serializer.serializeNode(node, { document: inert }));
    tidy(box);
    const html = box.innerHTML
      .replaceAll('&nbsp;', '\u00A0')
      .replaceAll('<details open="">', '<details open>');
    written.set(node, html);
    return html;
  }

  return {
    write(doc) {
      const blocks: string[] = [];
      let notes = '';
      doc.forEach((node) => {
        if (node.type.name === 'footnotes') notes += writeBlock(node);
        else blocks.push(writeBlock(node));
      });
      while (blocks.at(-1) === '<p></p>' || blocks.at(-1) === '') blocks.pop();
      return blocks.join('') + notes;
    },
  };
}

function tidy(box: Element): void {
  for (const element of box.querySelectorAll('[data-upload], figcaption:empty')) element.remove();
  for (const gallery of box.querySelectorAll('.block-gallery:empty')) gallery.remove();
  for (const note of box.querySelectorAll('.block-footnotes > li')) addLinkBack(note);
  for (const paragraph of box.querySelectorAll(':is(li, td, th, dd) > p:first-child')) {
    if (paragraph.attributes.length > 0 || !stands(paragraph)) continue;
    paragraph.replaceWith(...paragraph.childNodes);
  }
  for (const table of box.querySelectorAll('table')) markHead(table);
}

/** Each footnote ends in a link to the place in the text that refers to it. */
function addLinkBack(note: Element): void {
  const link = note.ownerDocument.createElement('a');
  link.setAttribute('href', `#${note.id.replace('anchor-fn-', 'anchor-fnref-')}`);
  link.className = 'block-back';
  link.textContent = '↩';
  if (note.textContent !== '') note.append(' ');
  note.append(link);
}

/** True if a paragraph is all that its item or cell says, but for lists below. */
function stands(paragraph: Element): boolean {
  const parent = paragraph.parentElement;
  return Array.from(parent?.children ?? []).every(
    (child) => child === paragraph || (parent?.localName === 'li' && /^[uo]l$/.test(child.localName)),
  );
}

/** The rows at the top that are all headings. */
function markHead(table: Element): void {
  const body = table.querySelector(':scope > tbody');
  if (!body) return;
  const head = table.ownerDocument.createElement('thead');
  for (const row of Array.from(body.children)) {
    const isHeading = Array.from(row.children).every((cell) => cell.localName === 'th');
    if (!isHeading || reachesBelow(row)) break;
    head.append(row);
  }
  if (head.childElementCount === 0) return;
  body.before(head);
  if (body.childElementCount === 0) body.remove();
}

/** A cell cannot reach from the head into the body. */
function reachesBelow(row: Element): boolean {
  return Array.from(row.children).some((cell) => Number(cell.getAttribute('rowspan') ?? 1) > 1);
}
