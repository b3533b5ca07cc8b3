import covers from './covers.svg?no-inline';

/** Drawings of `covers.svg`, `cover-0` and so on. */
export const coverCount = 14;

/** The background of a drawing: plain paper, grid paper or blueprint blue. */
export type CoverBackground = 'plain' | 'squared' | 'blue';
const backgrounds: readonly CoverBackground[] = ['plain', 'blue', 'squared'];
const backgroundsInList: readonly CoverBackground[] = ['squared', 'blue', 'plain', 'squared', 'blue'];

export function coverAddress(drawing: number): string {
  return `${covers}#cover-${drawing}`;
}

/** The drawings of a page: of each slug its own, or the next one that is free while there is one. Null: an image. */
export function distinctDrawings(slugs: readonly (string | null)[]): (number | null)[] {
  const taken = new Set<number>();
  return slugs.map((slug) => {
    if (slug === null) return null;
    let drawing = coverNumber(slug);
    while (taken.has(drawing) && taken.size < coverCount) drawing = (drawing + 1) % coverCount;
    taken.add(drawing);
    return drawing;
  });
}

/** The drawing of a post without an image; always the same one for a slug. */
export function coverNumber(slug: string): number {
  return hashOf(slug) % coverCount;
}

/** The background for a slug; always the same one, like the drawing. */
export function coverBackground(slug: string): CoverBackground {
  return backgrounds[Math.floor(hashOf(slug) / coverCount) % backgrounds.length] ?? 'plain';
}

/** The background for a position in a list. Neighbors never share one, so that equal drawings still look different. */
export function coverBackgroundInList(index: number): CoverBackground {
  return backgroundsInList[index % backgroundsInList.length] ?? 'plain';
}

function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000_007;
  return hash;
}
