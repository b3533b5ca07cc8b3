import { boxFaces } from './isometric.ts';
import { moved, pick, type CoverStroke, type Random } from './pen.ts';

/** Blocks of different heights on a square base. */
export function drawBlocks(random: Random): CoverStroke[] {
  const side = pick(random, 3, 5);
  const tallest = 1.4 + random() * 1.4;
  const steep = 1 + random() * 1.5;
  const scale = 320 / (side + tallest);
  const x = 300 + (random() - 0.5) * 160;
  const y = 360 - side * scale;
  // Painted back to front.
  const chosen = side * side - 1;
  return Array.from({ length: side * side }, (_, cell): CoverStroke[] => {
    const h = Math.max(0.1, Math.round(random() ** steep * tallest * 10) / 10);
    const faces = boxFaces({ x: Math.floor(cell / side), y: cell % side, z: 0, w: 1, d: 1, h }, scale);
    return [
      { pen: 'face', path: moved(faces.right + faces.left, x, y) },
      { pen: cell === chosen ? 'signal' : 'face', path: moved(faces.top, x, y) },
    ];
  }).flat();
}
