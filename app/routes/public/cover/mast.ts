import { at, circle, pick, type CoverStroke, type Position, type Random } from './pen.ts';

/** A mast of braced steel, held by ropes, and the waves that it sends. */
export function drawMast(random: Random): CoverStroke[] {
  const x = pick(random, 220, 380);
  const levels = pick(random, 6, 9);
  const foot = pick(random, 50, 76);
  const top = 96;
  const knot = (level: number, side: -1 | 1): Position => {
    const part = level / levels;
    return [x + side * (8 + (foot - 8) * (1 - part) ** 1.25), 370 - (370 - top) * part];
  };
  const all = Array.from({ length: levels }, (_, level) => level);
  const legs = ([-1, 1] as const).map(
    (side) => `M${[...all, levels].map((level) => at(knot(level, side))).join('L')}`,
  );
  const braces = all.map(
    (level) =>
      `M${at(knot(level, -1))}L${at(knot(level + 1, 1))}M${at(knot(level, 1))}L${at(knot(level + 1, -1))}M${at(knot(level + 1, -1))}L${at(knot(level + 1, 1))}`,
  );
  const reach = pick(random, 150, 200);
  const ropes = [1, 0.6].flatMap((height) =>
    [-1, 1].map((side) => `M${x} ${Math.round(370 - (370 - top) * height)}L${x + side * reach} 370`),
  );
  const waves = [34, 62, 90].map(
    (radius) =>
      `M${at([x - radius * 0.7, top - 26 + radius * 0.7])}A${radius} ${radius} 0 0 1 ${at([x - radius * 0.7, top - 26 - radius * 0.7])}` +
      `M${at([x + radius * 0.7, top - 26 - radius * 0.7])}A${radius} ${radius} 0 0 1 ${at([x + radius * 0.7, top - 26 + radius * 0.7])}`,
  );
  return [
    { pen: 'fine', path: `M0 370H600M${x} 0V400${ropes.join('')}` },
    { pen: 'line', path: legs.join('') + braces.join('') },
    { pen: 'line', path: `M${x} ${top}V${top - 20}M${x - foot - 16} 370h${2 * foot + 32}` },
    { pen: 'dots', path: waves.join('') },
    { pen: 'signal', path: circle([x, top - 26], 9) },
  ];
}
