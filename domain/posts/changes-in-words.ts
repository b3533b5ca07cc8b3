import { blockEdits } from '#domain/text/block-edits.ts';
import { splitBlocks, type HtmlBlock } from '#domain/text/html-blocks.ts';
import { fieldNames, postFields } from './post-fields.ts';
import type { PostState } from './post.ts';

/** Characters. What comes after the last change that fits is said as an ellipsis. */
const maxLength = 300;

/**
 * What differs between two states of a post, such as `Title; 3 paragraphs; 1 image removed`: the names of fields, and
 * how many blocks of the body changed, were added, removed or moved. '' when nothing differs. At most 500 characters. Pure.
 */
export function changesInWords(before: PostState, after: PostState): string {
  const changes = [...changedFields(before, after), ...changedBlocks(before.content, after.content)];
  let words = '';
  for (const change of changes) {
    if (words.length + change.length > maxLength) return `${words}; …`;
    words += words === '' ? change : `; ${change}`;
  }
  return words;
}

function changedFields(before: PostState, after: PostState): string[] {
  const fields = fieldNames
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => postFields[name].label);
  const tags = [before, after].map(({ tagIds }) => tagIds.toSorted().join(' '));
  return tags[0] === tags[1] ? fields : [...fields, 'Tags'];
}

type Counts = { changed: number; added: number; removed: number; moved: number };

function changedBlocks(before: string, after: string): string[] {
  if (before === after) return [];
  const base = splitBlocks(before);
  const { fates, added } = blockEdits(base, splitBlocks(after));
  const counts = new Map<string, Counts>();
  const count = (kind: string, change: keyof Counts, times = 1) => {
    const found = counts.get(kind) ?? { changed: 0, added: 0, removed: 0, moved: 0 };
    found[change] += times;
    counts.set(kind, found);
  };
  for (const [place, fate] of fates.entries()) {
    const kind = kindOf(base[place]);
    if (fate.kind === 'removed' || fate.kind === 'moved') count(kind, fate.kind);
    if (fate.kind !== 'changed') continue;
    if (kindOf(fate.block) === kind && (kind !== 'image' || isSameImage(base[place], fate.block)))
      count(kind, 'changed');
    else {
      count(kind, 'removed');
      count(kindOf(fate.block), 'added');
    }
  }
  for (const blocks of added.values())
    for (const { block, from } of blocks) if (from === null) count(kindOf(block), 'added');
  const found = [...counts].flatMap(([kind, numbers]) => inWords(kind, numbers));
  return found.length > 0 ? found : ['Formatting'];
}

function inWords(kind: string, { changed, added, removed, moved }: Counts): string[] {
  const counted = (count: number, what: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? kind : pluralOf(kind)}${what}`];
  return [
    ...counted(changed, ''),
    ...counted(added, ' added'),
    ...counted(removed, ' removed'),
    ...counted(moved, ' moved'),
  ];
}

/** As the editor's menus name the blocks. */
const kinds: Readonly<Record<string, string>> = {
  p: 'paragraph',
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'heading'])),
  ...Object.fromEntries(['ul', 'ol', 'dl'].map((name) => [name, 'list'])),
  blockquote: 'quote',
  pre: 'code block',
  table: 'table',
  img: 'image',
  hr: 'rule',
  aside: 'callout',
  details: 'collapsible section',
};

function kindOf(block: HtmlBlock | undefined): string {
  if (block === undefined) return 'block';
  const { name, startTag, html } = block;
  if (startTag.includes('block-gallery')) return 'gallery';
  if (startTag.includes('block-footnotes')) return 'list of footnotes';
  if (name === 'figure') return html.includes('<img') ? 'image' : html.includes('<table') ? 'table' : 'block';
  return kinds[name] ?? 'block';
}

function pluralOf(kind: string): string {
  if (kind === 'gallery') return 'galleries';
  return kind === 'list of footnotes' ? 'lists of footnotes' : `${kind}s`;
}

function isSameImage(one: HtmlBlock | undefined, other: HtmlBlock): boolean {
  return one !== undefined && addressOf(one) === addressOf(other);
}

function addressOf({ html }: HtmlBlock): string | undefined {
  return /\ssrc="([^"]*)"/.exec(html)?.[1];
}
