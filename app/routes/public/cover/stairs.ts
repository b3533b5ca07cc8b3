import { boxFaces } from './isometric.ts';
import { moved, pick, type CoverStroke, type Random } from './pen.ts';

/** A flight of stairs, straight or winding around a square well; the top step is reached. */
export function drawStairs(random: Random): CoverStroke[] {
  const steps = pick(random, 6, 10);
  const rise = 0.3 + random() * 0.2;
  const depth = pick(random, 2, 4);
  const scale = 300 / (steps / 2 + depth / 2 + steps * rise);
  const isTurned = random() < 0.5;
  const drawn = Array.from({ length: steps }, (_, step): CoverStroke[] => {
    const h = (steps - step) * rise;
    const box = isTurned
      ? { x: 0, y: step, z: 0, w: depth, d: 1, h }
      : { x: step, y: 0, z: 0, w: 1, d: depth, h };
    const faces = boxFaces(box, scale);
    const [x, y] = [300 + (isTurned ? 1 : -1) * (steps - depth) * 0.433 * scale, 60 + steps * rise * scale];
    return [
      { pen: 'face', path: moved(faces.right + faces.left, x, y) },
      { pen: step === 0 ? 'signal' : 'face', path: moved(faces.top, x, y) },
    ];
  });
  return [{ pen: 'fine', path: 'M0 370H600M300 20V380' }, ...drawn.flat()];
}
