import { blockEdits } from './block-edits.ts';
import { splitBlocks, type HtmlBlock } from './html-blocks.ts';
import { cleanTree, serializeClean, visibleText } from './html.ts';
import { element, mapElements, type HtmlElement, type HtmlNode } from './html-tree.ts';
import { readVideo } from './video.ts';

/** Blocks of two bodies, or a paragraph of which words changed. The HTML is clean, and nothing in it loads or acts. */
export type ComparedBlocks =
  | { kind: 'same' | 'removed' | 'added'; blocks: string[] }
  | { kind: 'words'; one: string; other: string };

/** What became of the blocks of a body in another one, in the order of reading. Pure. */
export function compareBodies(one: string, other: string): ComparedBlocks[] {
  const base = splitBlocks(shown(one));
  const { fates, added } = blockEdits(base, splitBlocks(shown(other)));
  const compared: ComparedBlocks[] = [];
  const add = (kind: 'same' | 'removed' | 'added', { html }: HtmlBlock) => {
    const last = compared.at(-1);
    if (last?.kind === kind) last.blocks.push(html);
    else compared.push({ kind, blocks: [html] });
  };
  for (let place = 0; place <= base.length; place += 1) {
    for (const { block } of added.get(place) ?? []) add('added', block);
    const [block, fate] = [base[place], fates[place]];
    if (!block || !fate) continue;
    const words = fate.kind === 'changed' ? changedWords(block, fate.block) : null;
    if (fate.kind === 'kept') add('same', block);
    else if (words) compared.push({ kind: 'words', ...words });
    else add('removed', block);
    if (fate.kind === 'changed' && !words) add('added', fate.block);
  }
  return compared;
}

/** Null where more than the words of a paragraph changed, or less. */
function changedWords(before: HtmlBlock, after: HtmlBlock): { one: string; other: string } | null {
  const [one, other] = [visibleText(before.html), visibleText(after.html)];
  const areParagraphs = before.name === 'p' && after.name === 'p';
  const hasImage = before.html.includes('<img') || after.html.includes('<img');
  return areParagraphs && !hasImage && one !== other ? { one, other } : null;
}

/** A body as it looks: collapsible sections open, a video as the link to its page, no ids beside those of the screen. */
function shown(html: string): string {
  return serializeClean(mapElements(cleanTree(html), asShown));
}

function asShown(source: HtmlElement, children: HtmlNode[]): HtmlNode[] {
  const { id: _, ...attributes } = source.attributes;
  if (source.name === 'iframe') {
    const { src = '', title = src } = attributes;
    return [element('p', {}, [element('a', { href: readVideo(src)?.page ?? src }, [`Video: ${title}`])])];
  }
  if (source.name === 'hr' && attributes['class'] !== undefined)
    return [
      element('p', {}, [
        `Table of contents: ${attributes['class'] === 'block-contents' ? 'shown' : 'hidden'}`,
      ]),
    ];
  return [
    element(source.name, source.name === 'details' ? { ...attributes, open: '' } : attributes, children),
  ];
}
