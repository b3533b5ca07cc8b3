import { at, pick, type CoverStroke, type Position, type Random } from './pen.ts';

/** Contour lines around one summit. */
export function drawContours(random: Random): CoverStroke[] {
  const [cx, cy] = [180 + random() * 240, 150 + random() * 100];
  const lobes = pick(random, 2, 4);
  const phase = random() * Math.PI * 2;
  const depth = 0.12 + random() * 0.16;
  const rings = Array.from({ length: 6 }, (_, ring) => {
    const radius = 22 + ring * 40;
    const count = 8 + ring;
    const points = Array.from({ length: count }, (__, step): Position => {
      const angle = (step / count) * Math.PI * 2;
      const swell = 1 + depth * Math.sin(lobes * angle + phase + ring * 0.22);
      return [cx + Math.cos(angle) * radius * swell * 1.35, cy + Math.sin(angle) * radius * swell];
    });
    return { pen: ring % 3 === 0 ? 'line' : 'fine', path: closedCurve(points) } as const;
  });
  return [...rings, { pen: 'signal', path: `M${at([cx, cy - 9])}l9 15h-18Z` }];
}

/** A smooth closed curve through the midpoints between the points. */
function closedCurve(points: Position[]): string {
  const middles = points.map(([x, y], index): Position => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return [Math.round((x + nextX) / 2), Math.round((y + nextY) / 2)];
  });
  let from = middles.at(-1) ?? [0, 0];
  const start = at(from);
  const bends = points.map((point, index) => {
    const to = middles[index] ?? point;
    const bend = `q${at([point[0] - from[0], point[1] - from[1]])} ${at([to[0] - from[0], to[1] - from[1]])}`;
    from = to;
    return bend;
  });
  return `M${start}${bends.join('')}Z`;
}
