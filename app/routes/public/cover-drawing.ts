import { boxFaces } from './isometric.ts';

/** Path data of a drawing of 600 by 400, by the pen that draws it. `face` is filled with paper, so it hides what is behind. */
export type CoverStroke = { pen: 'fine' | 'line' | 'dots' | 'face' | 'signal'; path: string };

type Random = () => number;

/**
 * The drawing on a post that has no picture: always the same for the same slug, and unlike its neighbors.
 */
export function drawCover(slug: string): CoverStroke[] {
  const random = seededBy(slug);
  const motif = motifs[Math.floor(random() * motifs.length)] ?? drawBlocks;
  return motif(random);
}

const motifs = [drawBlocks, drawDial, drawTruss, drawContours];

/** A small town of blocks on a square base. */
function drawBlocks(random: Random): CoverStroke[] {
  const side = 3 + Math.floor(random() * 3);
  const scale = 40 + Math.round(random() * 60);
  const steep = 1 + random() * 1.5;
  const center = { x: 200 + random() * 200, y: 230 - side * scale * 0.3 };
  // At the front edge nothing can hide it.
  const chosen = side * side - 1 - Math.floor(random() * 2);
  const strokes: CoverStroke[] = [];
  for (let cell = 0; cell < side * side; cell += 1) {
    const [x, y] = [Math.floor(cell / side), cell % side];
    const h = Math.round(random() ** steep * 30) / 10;
    const faces = boxFaces({ x, y, z: 0, w: 1, d: 1, h: Math.max(h, 0.1) }, scale);
    strokes.push({ pen: 'face', path: faces.right + faces.left });
    strokes.push({ pen: cell === chosen ? 'signal' : 'face', path: faces.top });
  }
  return strokes.map(({ pen, path }) => ({ pen, path: moved(path, center.x, center.y) }));
}

/** Rings with ticks around a center, and a hand. */
function drawDial(random: Random): CoverStroke[] {
  const [cx, cy] = [200 + Math.round(random() * 200), 200];
  const rings = [60, 92, 132, 176].map((radius) => Math.round(radius + random() * 16));
  const outer = rings.at(-1) ?? 180;
  const angle = random() * Math.PI * 2;
  const planet = rings[1 + Math.floor(random() * 2)] ?? outer;
  const hand: Position = [cx + Math.cos(angle) * planet, cy + Math.sin(angle) * planet];
  return [
    { pen: 'fine', path: `M0 ${cy}H600M${cx} 0V400` },
    ...rings.map((radius, index): CoverStroke => ({
      pen: index % 2 === 1 ? 'dots' : 'line',
      path: circle([cx, cy], radius),
    })),
    { pen: 'fine', path: `M${cx} ${cy}L${at(hand)}` },
    { pen: 'face', path: circle(hand, 24) },
    { pen: 'line', path: circle(hand, 17) },
    { pen: 'signal', path: circle(hand, 8) },
  ];
}

/** A bridge of triangles between two banks. */
function drawTruss(random: Random): CoverStroke[] {
  const bays = 6 + Math.floor(random() * 5);
  const width = 520 / bays;
  const rise = 60 + random() * 90;
  const top = (index: number): Position => [
    40 + width * (index + 0.5),
    250 - 30 - rise * Math.sin((Math.PI * (index + 0.5)) / bays),
  ];
  const web = Array.from({ length: bays }, (_, index) => {
    const [left, right]: Position[] = [
      [40 + width * index, 250],
      [40 + width * (index + 1), 250],
    ];
    return left && right ? `M${at(left)}L${at(top(index))}L${at(right)}` : '';
  }).join('');
  const chord = Array.from({ length: bays }, (_, index) => at(top(index))).join('L');
  const marked = top(Math.floor(random() * bays));
  return [
    { pen: 'fine', path: 'M0 250H600M40 90V340M560 90V340M40 320H560M36 324l8 -8M556 324l8 -8' },
    { pen: 'line', path: web },
    { pen: 'line', path: `M${chord}M40 250H560M40 258H560` },
    { pen: 'dots', path: 'M0 300Q150 282 300 300T600 300' },
    { pen: 'signal', path: circle(marked, 9) },
  ];
}

/** Lines of equal height around one summit. */
function drawContours(random: Random): CoverStroke[] {
  const [cx, cy] = [180 + random() * 240, 150 + random() * 100];
  const lobes = 2 + Math.floor(random() * 3);
  const phase = random() * Math.PI * 2;
  const depth = 0.12 + random() * 0.16;
  const rings = Array.from({ length: 8 }, (_, ring) => {
    const radius = 22 + ring * 30;
    const points = Array.from({ length: 20 }, (__, step): Position => {
      const angle = (step / 20) * Math.PI * 2;
      const swell = 1 + depth * Math.sin(lobes * angle + phase + ring * 0.22);
      return [cx + Math.cos(angle) * radius * swell * 1.35, cy + Math.sin(angle) * radius * swell];
    });
    return { pen: ring % 3 === 0 ? 'line' : 'fine', path: closedCurve(points) } as const;
  });
  return [...rings, { pen: 'signal', path: `M${at([cx, cy - 9])}l9 15h-18Z` }];
}

type Position = readonly [x: number, y: number];

function circle([x, y]: Position, radius: number): string {
  return `M${at([x - radius, y])}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`;
}

/** A smooth closed line through the middles between the points. */
function closedCurve(points: Position[]): string {
  const middles = points.map(([x, y], index): Position => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
  const start = middles.at(-1) ?? [0, 0];
  return `M${at(start)}${points.map((point, index) => `Q${at(point)} ${at(middles[index] ?? point)}`).join('')}Z`;
}

function at([x, y]: Position): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}

/** Shifts a path of absolute M and L commands. */
function moved(path: string, x: number, y: number): string {
  return path.replace(
    /([ML])(-?[\d.]+) (-?[\d.]+)/g,
    (_, command: string, px: string, py: string) => `${command}${at([Number(px) + x, Number(py) + y])}`,
  );
}

/** The same row of numbers in [0, 1) for the same text: FNV-1a into mulberry32. */
function seededBy(text: string): Random {
  let state = 0x811c9dc5;
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
