import { at, circle, pick, type CoverStroke, type Position, type Random } from './pen.ts';

/** A truss bridge with its arch above or below the road. */
export function drawTruss(random: Random): CoverStroke[] {
  const bays = pick(random, 6, 11);
  const width = 520 / bays;
  const isAbove = random() < 0.6;
  const road = isAbove ? 270 : 130;
  const rise = (isAbove ? -1 : 1) * (60 + random() * 90);
  const knot = (bay: number): Position => [
    40 + width * (bay + 0.5),
    road + Math.sign(rise) * 30 + rise * Math.sin((Math.PI * (bay + 0.5)) / bays),
  ];
  const knots = Array.from({ length: bays }, (_, bay) => knot(bay));
  const web = knots.map((top, bay) => {
    const left = 40 + width * bay;
    return `M${at([left, road])}L${at(top)}L${at([left + width, road])}`;
  });
  const marked = knot(pick(random, 1, bays - 2));
  return [
    { pen: 'fine', path: `M0 ${road}H600M40 60V360M560 60V360M40 340H560M36 344l8 -8M556 344l8 -8` },
    { pen: 'line', path: web.join('') },
    { pen: 'line', path: `M${knots.map(at).join('L')}M40 ${road}H560M40 ${road + 8}H560` },
    { pen: 'dots', path: 'M0 318Q150 300 300 318T600 318' },
    { pen: 'signal', path: circle(marked, 9) },
  ];
}
