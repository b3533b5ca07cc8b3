import { at, pick, type CoverStroke, type Random } from './pen.ts';

/** Blocks of different heights on a square base. */
export function drawBlocks(random: Random): CoverStroke[] {
  const side = pick(random, 3, 5);
  const tallest = 1.4 + random() * 1.4;
  const steep = 1 + random() * 1.5;
  const scale = 320 / (side + tallest);
  const left = 300 + (random() - 0.5) * 160;
  const bottom = 360 - side * scale;
  /** A face through points in isometric space: x to the lower right, y to the lower left, z up. */
  const face = (...points: (readonly [x: number, y: number, z: number])[]) => {
    const corners = points.map(([x, y, z]) =>
      at([round((x - y) * 0.866 * scale) + left, round(((x + y) / 2 - z) * scale) + bottom]),
    );
    return `M${corners.join('L')}Z`;
  };
  // Painted back to front.
  const chosen = side * side - 1;
  return Array.from({ length: side * side }, (_, cell): CoverStroke[] => {
    const z = Math.max(0.1, Math.round(random() ** steep * tallest * 10) / 10);
    const [x, y] = [Math.floor(cell / side), cell % side];
    const right = face([x + 1, y, z], [x + 1, y + 1, z], [x + 1, y + 1, 0], [x + 1, y, 0]);
    const front = face([x, y + 1, z], [x + 1, y + 1, z], [x + 1, y + 1, 0], [x, y + 1, 0]);
    const top = face([x, y, z], [x + 1, y, z], [x + 1, y + 1, z], [x, y + 1, z]);
    return [
      { pen: 'face', path: right + front },
      { pen: cell === chosen ? 'signal' : 'face', path: top },
    ];
  }).flat();
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
