import { at, pick, type CoverStroke, type Position, type Random } from './pen.ts';

const degrees = -28;
const along: Position = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
/** Width of a disc relative to its height, seen from the side. */
const squash = 0.36;

/** An exploded view of discs and sleeves along an axle. */
export function drawAxle(random: Random): CoverStroke[] {
  const count = pick(random, 5, 7);
  const start = pick(random, -225, -205);
  const step = 420 / (count - 1);
  const chosen = pick(random, 1, count - 2);
  const parts = Array.from({ length: count }, (_, part) => {
    const isSleeve = part % 2 === 1;
    return {
      place: start + part * step,
      radius: isSleeve ? pick(random, 26, 46) : pick(random, 62, 104),
      length: isSleeve ? pick(random, 26, 38) : pick(random, 8, 16),
    };
  });
  const strokes = parts.map(({ place, radius, length }, part): CoverStroke[] => {
    const front = on(place);
    const hub = Math.round(radius * 0.32);
    return [
      { pen: 'face', path: sleeve(on(place + length), front, radius) },
      { pen: 'face', path: disc(front, radius) },
      { pen: part === chosen ? 'signal' : 'line', path: disc(front, hub) },
    ];
  });
  return [
    { pen: 'fine', path: `M0 400H600M${at(on(-330))}L${at(on(330))}` },
    { pen: 'dots', path: `M${at(on(-300))}L${at(on(300))}` },
    // Painted back to front.
    ...strokes.toReversed().flat(),
  ];
}

function on(place: number): Position {
  return [300 + along[0] * place, 200 + along[1] * place];
}

function ends([x, y]: Position, radius: number): [Position, Position] {
  const [dx, dy] = [-along[1] * radius, along[0] * radius];
  return [
    [x + dx, y + dy],
    [x - dx, y - dy],
  ];
}

function arc(radius: number, to: Position): string {
  return `A${Math.round(radius * squash)} ${Math.round(radius)} ${degrees} 0 0 ${at(to)}`;
}

function disc(center: Position, radius: number): string {
  const [one, other] = ends(center, radius);
  return `M${at(one)}${arc(radius, other)}${arc(radius, one)}Z`;
}

function sleeve(back: Position, front: Position, radius: number): string {
  const [one, other] = ends(back, radius);
  const [near, far] = ends(front, radius);
  return `M${at(one)}${arc(radius, other)}L${at(far)}L${at(near)}Z`;
}
