import { circle, pick, type CoverStroke, type Random } from './pen.ts';

/** An aqueduct: rows of arches, each row on the one below. */
export function drawArches(random: Random): CoverStroke[] {
  const spans = pick(random, 3, 5);
  const rows = pick(random, 2, 3);
  const width = 520 / spans;
  const strokes: CoverStroke[] = [];
  let base = 370;
  for (let row = 0; row < rows; row += 1) {
    const count = spans * 2 ** row;
    const step = 520 / count;
    const radius = Math.round(step * 0.38);
    const pier = Math.round(row === 0 ? 70 + random() * 40 : 24);
    const arches = Array.from({ length: count }, (_, arch) => {
      const left = Math.round(40 + step * arch + step / 2 - radius);
      return `M${left} ${base}v${-pier}a${radius} ${radius} 0 0 1 ${radius * 2} 0v${pier}`;
    });
    const top = base - pier - radius - 14;
    strokes.push({ pen: 'line', path: arches.join('') });
    strokes.push({ pen: 'line', path: `M40 ${top}H560M40 ${top - 6}H560` });
    base = top - 6;
  }
  const chosen = 40 + width * (pick(random, 0, spans - 1) + 0.5);
  return [
    { pen: 'fine', path: `M0 370H600M40 20V390M560 20V390M${Math.round(chosen)} 0V400` },
    ...strokes,
    { pen: 'signal', path: circle([chosen, base - 16], 10) },
  ];
}
