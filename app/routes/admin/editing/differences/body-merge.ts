import { visibleText } from '#domain/html/visible-text.ts';
import { mergeHtml, type MergePart } from '#domain/html/merge-html.ts';

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
    /** What a person chooses between. */
    conflicts: changes.filter(({ merged }) => merged === null),
    /** What needs no choice because one side alone changed it. */
    oneSided: changes.filter(({ merged }) => merged !== null),
  };
}

function asConflict(part: MergePart): MergePart {
  return typeof part === 'string' ? part : { ...part, merged: null };
}

/** The words of a part of a body; what it is, where it has none; '' for nothing. */
export function wordsOfBlocks(html: string): string {
  const words = visibleText(html);
  if (words !== '' || html === '') return words;
  const image = /<img\b[^>]*?\salt="([^"]+)"/.exec(html);
  if (image) return `Image: ${visibleText(image[1] ?? '')}`;
  if (html.includes('<img')) return 'An image';
  return html.includes('block-bookmark') || html.includes('<a ') ? 'A video or a link' : 'An empty line';
}
