import { at, circle, onCircle, pick, type CoverStroke, type Position, type Random } from './pen.ts';

const pitch = 17;

/** Two meshing gears. */
export function drawGears(random: Random): CoverStroke[] {
  const teeth = [pick(random, 16, 22), pick(random, 8, 12)] as const;
  const radii = teeth.map((count) => (count * pitch) / Math.PI) as [number, number];
  const turn = (random() - 0.5) * 0.2;
  const large: Position = [300 - radii[1] * 0.9, 200];
  const small = onCircle(large, radii[0] + radii[1], turn);
  // Turned so that a tooth of one gear meets a gap of the other.
  const second = turn + 0.5 + 0.5 / teeth[1];
  return [
    { pen: 'fine', path: `M0 200H600M${Math.round(large[0])} 0V400M${Math.round(small[0])} 0V400` },
    { pen: 'fine', path: `M${at(large)}L${at(small)}` },
    { pen: 'face', path: wheel(large, radii[0], teeth[0], turn) },
    { pen: 'face', path: wheel(small, radii[1], teeth[1], second) },
    { pen: 'dots', path: circle(large, radii[0]) + circle(small, radii[1]) },
    { pen: 'line', path: circle(large, radii[0] * 0.6) + circle(large, 18) + circle(small, 26) },
    { pen: 'signal', path: circle(small, 10) },
  ];
}

function wheel(center: Position, radius: number, teeth: number, turn: number): string {
  const corners = Array.from({ length: teeth }, (_, tooth) =>
    [
      [-9, -0.27],
      [9, -0.15],
      [9, 0.15],
      [-9, 0.27],
    ].map(([out = 0, along = 0]) => at(onCircle(center, radius + out, turn + (tooth + along) / teeth))),
  );
  return `M${corners.flat().join('L')}Z`;
}
