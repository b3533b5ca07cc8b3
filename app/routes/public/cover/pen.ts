/** Path data of a drawing of 600 by 400, by the pen that draws it. `face` is filled with paper, so it hides what is behind. */
export type CoverStroke = { pen: 'fine' | 'line' | 'dots' | 'face' | 'signal'; path: string };

/** Numbers in [0, 1), always the same row for the same post. */
export type Random = () => number;

export type Position = readonly [x: number, y: number];

export function at([x, y]: Position): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}

export function circle([x, y]: Position, radius: number): string {
  const r = Math.round(radius);
  return `M${at([x - r, y])}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0Z`;
}

/** A point on a circle; the angle in turns, from the right, clockwise. */
export function onCircle([x, y]: Position, radius: number, turns: number): Position {
  return [x + Math.cos(turns * 2 * Math.PI) * radius, y + Math.sin(turns * 2 * Math.PI) * radius];
}

/** Shifts a path of absolute M and L commands. */
export function moved(path: string, x: number, y: number): string {
  return path.replace(
    /([ML])(-?[\d.]+) (-?[\d.]+)/g,
    (_, command: string, px: string, py: string) => `${command}${at([Number(px) + x, Number(py) + y])}`,
  );
}

/** A whole number from `from` to `to`. */
export function pick(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}
