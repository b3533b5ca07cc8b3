import { element, elementsOf, render, type BodyElement, type BodyNode } from './html-tree.ts';

/**
 * Leaves in a list of footnotes nothing but footnotes to which a reference leads. What else came to stand in it goes on
 * as paragraphs above the list.
 */
export function withNotesOnly(tree: readonly BodyNode[], isBlock: (name: string) => boolean): BodyNode[] {
  const referred = new Set<string>();
  for (const node of elementsOf(tree)) {
    const [link, ...others] = node.name === 'sup' ? node.children : [];
    if (typeof link === 'object' && others.length === 0 && link.attributes['class'] === 'block-footnote')
      referred.add(link.attributes['href'] ?? '');
  }
  const isNote = (item: BodyNode) => typeof item === 'object' && referred.has(`#${item.attributes['id']}`);
  return render(tree, {
    ol(source, children) {
      if (source.attributes['class'] !== 'block-footnotes') return [{ ...source, children }];
      const notes = children.filter(isNote);
      const words = children.filter((item) => !isNote(item)).flatMap((item) => blocksIn(item, isBlock));
      return notes.length === 0 ? words : [...words, { ...source, children: notes }];
    },
  });
}

function blocksIn(item: BodyNode, isBlock: (name: string) => boolean): BodyElement[] {
  if (typeof item === 'string') return [];
  const blocks: BodyElement[] = [];
  let line: BodyElement | null = null;
  for (const node of item.children) {
    if (typeof node === 'object' && node.attributes['class'] === 'block-back') continue;
    if (typeof node === 'object' && isBlock(node.name)) {
      blocks.push(node);
      line = null;
    } else if (line) line.children.push(node);
    else if (node !== ' ') blocks.push((line = element('p', {}, [node])));
  }
  return blocks;
}
