import { elementsOf } from '#domain/html/html-tree.ts';
import { mergeHtml, type MergePart } from '#domain/html/merge-html.ts';
import { readHtml } from '#domain/html/read-html.ts';
import { textOf } from '#domain/html/visible-text.ts';

/**
 * Two bodies that differ, merged block by block; null where one side alone changed its body, which is taken whole.
 *
 * @param base what both started from; null when it is not known: then every difference is a conflict
 * @param rewrite writes HTML as the editor does, so that a difference is always an edit
 */
export function mergeBodies(
  { mine, theirs, base }: { mine: string; theirs: string; base: string | null },
  rewrite: (html: string) => string,
) {
  const [one, other] = [rewrite(mine), rewrite(theirs)];
  const before = base === null ? null : rewrite(base);
  if (one === other || before === one || before === other) return null;
  const found = mergeHtml(before ?? other, one, other);
  const parts = before === null ? found.map(asConflict) : found;
  const changes = parts.filter((part) => typeof part !== 'string');
  return {
    parts,
    conflicts: changes.filter(({ merged }) => merged === null),
    oneSided: changes.filter(({ merged }) => merged !== null),
  };
}

function asConflict(part: MergePart): MergePart {
  return typeof part === 'string' ? part : { ...part, merged: null };
}

/** The words of a part of a body; what it is, where it has none; '' for nothing. */
export function wordsOfBlocks(html: string): string {
  const tree = readHtml(html);
  const words = textOf(tree);
  if (words !== '' || html === '') return words;
  const elements = [...elementsOf(tree)];
  const images = elements.filter(({ name }) => name === 'img');
  const alt = images.map(({ attributes }) => attributes['alt']).find(Boolean);
  if (alt !== undefined) return `Image: ${alt}`;
  if (images.length > 0) return 'An image';
  return elements.some(({ name }) => name === 'a') ? 'A video or a link' : 'An empty line';
}
