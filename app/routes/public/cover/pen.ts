/** A path of a drawing of 600 by 400 and its stroke style. `face` is filled, so it covers what is behind it. */
export type CoverStroke = { pen: 'fine' | 'line' | 'dots' | 'face' | 'signal'; path: string };

/** Pseudorandom numbers in [0, 1), the same sequence for the same post. */
export type Random = () => number;

export type Position = readonly [x: number, y: number];

export function at([x, y]: Position): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}

export function circle([x, y]: Position, radius: number): string {
  const r = Math.round(radius);
  return `M${at([x - r, y])}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0Z`;
}

/** A point on a circle; the angle in turns, clockwise from the right. */
export function onCircle([x, y]: Position, radius: number, turns: number): Position {
  return [x + Math.cos(turns * 2 * Math.PI) * radius, y + Math.sin(turns * 2 * Math.PI) * radius];
}

/** A random integer from `from` to `to`, both included. */
export function pick(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}
