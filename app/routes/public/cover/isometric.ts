/** A box in isometric space: x to the lower right, y to the lower left, z up; sizes along the same axes. */
export type Box = { x: number; y: number; z: number; w: number; d: number; h: number };

type Point = readonly [x: number, y: number, z: number];

/** The three visible faces of a box, as SVG path data. */
export function boxFaces({ x, y, z, w, d, h }: Box, scale: number) {
  const top = z + h;
  return {
    top: polygon(scale, [x, y, top], [x + w, y, top], [x + w, y + d, top], [x, y + d, top]),
    left: polygon(scale, [x, y + d, top], [x + w, y + d, top], [x + w, y + d, z], [x, y + d, z]),
    right: polygon(scale, [x + w, y, top], [x + w, y + d, top], [x + w, y + d, z], [x + w, y, z]),
  };
}

/** A straight line in isometric space, as SVG path data. */
export function line(scale: number, from: Point, to: Point): string {
  return `M${project(scale, from)}L${project(scale, to)}`;
}

export function polygon(scale: number, ...points: Point[]): string {
  return `M${points.map((point) => project(scale, point)).join('L')}Z`;
}

function project(scale: number, [x, y, z]: Point): string {
  return `${round((x - y) * 0.866 * scale)} ${round(((x + y) / 2 - z) * scale)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
