import { attributeChanges, type AttributeChange } from './attribute-changes.ts';
import { blockEdits, blocksOf, type HtmlBlock } from './block-edits.ts';
import { contentsSwitch } from './blocks.ts';
import { cleanTree, textOf } from './html.ts';
import {
  element,
  elementsOf,
  render,
  startTag,
  type Attributes,
  type BodyElement,
  type BodyNode,
  type BodyTree,
} from './html-tree.ts';
import { readVideo } from './video.ts';

/**
 * Blocks of two bodies, a paragraph of which only words changed, or changes that neither shows. The HTML is clean, and
 * nothing in it loads or acts.
 */
export type ComparedBlocks =
  | { kind: 'same' | 'removed' | 'added'; blocks: string[] }
  | { kind: 'words'; one: string; other: string }
  | { kind: 'attributes'; changes: AttributeChange[] };

/** The fate of a body's blocks in another body, in the order of reading. Pure. */
export function compareBodies(one: string, other: string): ComparedBlocks[] {
  const [before, after] = [cleanTree(one), cleanTree(other)];
  const base = blocksOf(shown(before));
  const { fates, added } = blockEdits(base, blocksOf(shown(after)));
  const changes = attributeChanges(before, after);
  const compared: ComparedBlocks[] = changes.length === 0 ? [] : [{ kind: 'attributes', changes }];
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
  if ([before.node, after.node].some((node) => typeof node === 'string' || node.name !== 'p')) return null;
  if (tagsOf(before) !== tagsOf(after)) return null;
  const [one, other] = [textOf([before.node]), textOf([after.node])];
  return one === other ? null : { one, other };
}

function tagsOf({ node }: HtmlBlock): string {
  return [...elementsOf([node])].map(startTag).join('');
}

/** A body as it looks: collapsible sections open, a video as the link to its page, no ids beside those of the screen. */
function shown(body: BodyTree): BodyTree {
  return render(body, {
    iframe({ attributes: { src = '', title = src } }) {
      return [element('p', {}, [element('a', { href: readVideo(src)?.page ?? src }, [`Video: ${title}`])])];
    },
    hr(source) {
      const isShown = contentsSwitch(source);
      return isShown === null
        ? [withoutId(source, {}, [])]
        : [element('p', {}, [`Table of contents: ${isShown ? 'shown' : 'hidden'}`])];
    },
    details: (source, children) => [withoutId(source, { open: '' }, children)],
    other: (source, children) => [withoutId(source, {}, children)],
  });
}

function withoutId({ name, attributes }: BodyElement, added: Attributes, children: BodyNode[]): BodyElement {
  const { id: _id, ...others } = attributes;
  return element(name, { ...others, ...added }, children);
}
