import { at, circle, pick, type CoverStroke, type Position, type Random } from './pen.ts';

/** Straight lines between two beams that make a curve. */
export function drawStrings(random: Random): CoverStroke[] {
  const count = pick(random, 12, 20);
  const [isLeft, isLow] = [random() < 0.5, random() < 0.5];
  const lean = pick(random, -40, 60);
  const place = (x: number, y: number): Position => [isLeft ? x : 600 - x, isLow ? y : 400 - y];
  const upright = (part: number) => place(90 + lean * (1 - part), 50 + 300 * part);
  const level = (part: number) => place(90 + 440 * part, 350);
  const strings = Array.from({ length: count - 1 }, (_, index) => {
    const part = (index + 1) / count;
    return `M${at(upright(part))}L${at(level(part))}`;
  });
  // A string touches the curve as far along itself as it stands along its beam.
  const part = pick(random, 3, count - 3) / count;
  const [from, to] = [upright(part), level(part)];
  const mark: Position = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  return [
    { pen: 'fine', path: `M0 ${isLow ? 350 : 50}H600M${isLeft ? 90 : 510} 0V400` },
    { pen: 'line', path: strings.join('') },
    { pen: 'line', path: `M${at(upright(0))}L${at(level(0))}L${at(level(1))}` },
    { pen: 'face', path: circle(mark, 16) },
    { pen: 'signal', path: circle(mark, 8) },
  ];
}
