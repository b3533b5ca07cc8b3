import { at, circle, onCircle, pick, type CoverStroke, type Position, type Random } from './pen.ts';

/** A dial: rings around a center, a hand, and the mark it points at. */
export function drawDial(random: Random): CoverStroke[] {
  const center: Position = [pick(random, 200, 400), 200];
  const rings = [60, 92, 132, 176].map((radius) => radius + pick(random, 0, 14));
  const planet = rings[pick(random, 1, 2)] ?? 100;
  const hand = onCircle(center, planet, random());
  const count = pick(random, 4, 8) * 6;
  const ticks = Array.from({ length: count }, (_, tick) => {
    const inner = (rings[3] ?? 180) - (tick % 6 === 0 ? 14 : 6);
    return `M${at(onCircle(center, inner, tick / count))}L${at(onCircle(center, rings[3] ?? 180, tick / count))}`;
  });
  return [
    { pen: 'fine', path: `M0 200H600M${center[0]} 0V400` },
    ...rings.map((radius, ring): CoverStroke => ({
      pen: ring % 2 === 1 ? 'line' : 'dots',
      path: circle(center, radius),
    })),
    { pen: 'line', path: ticks.join('') },
    { pen: 'fine', path: `M${at(center)}L${at(hand)}` },
    { pen: 'face', path: circle(hand, 24) },
    { pen: 'line', path: circle(hand, 17) },
    { pen: 'signal', path: circle(hand, 8) },
  ];
}
