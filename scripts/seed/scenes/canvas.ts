import type { Random } from '../random.ts';

/** Every scene is drawn on this many units; how many pixels become of them is decided when it is developed. */
export const width = 1600;
export const height = 1000;

/** Draws a scene as the inside of an SVG. The same numbers give the same scene. Pure. */
export type Scene = (random: Random) => string;

/** @param stops colours from the beginning to the end, at equal distances unless `colour at`: `#fff 30%`. */
export function gradient(
  id: string,
  stops: readonly string[],
  { to = [0, 1] }: { to?: readonly [number, number] } = {},
): string {
  return `<linearGradient id="${id}" x2="${to[0]}" y2="${to[1]}">${stopsOf(stops)}</linearGradient>`;
}

/** @param at middle and radius as parts of what is filled. */
export function glow(
  id: string,
  stops: readonly string[],
  at: readonly [number, number, number] = [0.5, 0.5, 0.5],
): string {
  const [x, y, r] = at;
  return `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${r}">${stopsOf(stops)}</radialGradient>`;
}

function stopsOf(stops: readonly string[]): string {
  return stops
    .map((stop, index) => {
      const [colour = '', place = `${(100 * index) / Math.max(1, stops.length - 1)}%`, opacity = '1'] =
        stop.split(' ');
      return `<stop offset="${place}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
    })
    .join('');
}

export function blur(id: string, by: number): string {
  return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${by}"/></filter>`;
}

export function sheet(fill: string, from = 0, to = height): string {
  return `<rect y="${from}" width="${width}" height="${to - from}" fill="${fill}"/>`;
}

export function shape(points: readonly (readonly [number, number])[], looks: string): string {
  return `<polygon points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" ${looks}/>`;
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A line of hills from left to right, as points. @param rough how much of the height is small. */
export function ridge(
  random: Random,
  { base, rise, rough }: { base: number; rise: number; rough: number },
): [number, number][] {
  const waves = times(9, (octave) => ({
    length: width / (1.3 * 1.75 ** octave),
    height: rise * (octave < 3 ? 1 : rough) * 0.62 ** octave,
    phase: random() * 2 * Math.PI,
  }));
  return times(Math.ceil(width / 4) + 1, (step) => {
    const x = step * 4;
    const up = waves.reduce(
      (sum, { length, height: h, phase }) => sum + h * Math.sin((x / length) * 6.283 + phase),
      0,
    );
    return [x, base - up];
  });
}

/** What lies under a ridge, down to the bottom. */
export function ground(line: readonly (readonly [number, number])[], looks: string): string {
  return shape([[0, height], ...line, [width, height]], looks);
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
