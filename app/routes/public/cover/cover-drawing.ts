import { drawAxle } from './axle.ts';
import { drawBlocks } from './blocks.ts';
import { drawContours } from './contours.ts';
import { drawDial } from './dial.ts';
import { drawGears } from './gears.ts';
import type { CoverStroke, Random } from './pen.ts';
import { drawPulleys } from './pulleys.ts';
import { drawTruss } from './truss.ts';

const motifs = [drawBlocks, drawDial, drawTruss, drawContours, drawGears, drawPulleys, drawAxle];

/** The background of a drawing: plain paper, grid paper or blueprint blue. */
export type CoverGround = 'plain' | 'squared' | 'blue';
const grounds: readonly CoverGround[] = ['plain', 'blue', 'squared'];

/** The background for a slug; always the same one, like the drawing. */
export function coverGround(slug: string): CoverGround {
  return grounds[Math.floor(seededBy(`${slug} ground`)() * grounds.length)] ?? 'plain';
}

const groundsInList: readonly CoverGround[] = ['squared', 'blue', 'plain', 'squared', 'blue'];

/** The background for a position in a list. Neighbors never share one, so that equal motifs still look different. */
export function coverGroundInList(index: number): CoverGround {
  return groundsInList[index % groundsInList.length] ?? 'plain';
}

/** The drawing for a post without an image; always the same one for a slug. */
export function drawCover(slug: string): CoverStroke[] {
  const random = seededBy(`sheet ${slug}`);
  const motif = motifs[Math.floor(random() * motifs.length)] ?? drawBlocks;
  return motif(random);
}

/** A pseudorandom generator of numbers in [0, 1) seeded by a text: FNV-1a into mulberry32. */
function seededBy(text: string): Random {
  let state = 0x811c9dc5;
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
