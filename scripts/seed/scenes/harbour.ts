import { between, glow, gradient, ground, ridge, round, shape, sheet, times, type Scene } from './canvas.ts';

const horizon = 610;
const sun = { x: 1130, y: 470, r: 92 };

/** A ferry that leaves at dawn, between islands. */
export const harbour: Scene = (random) => {
  const islands = [
    { base: horizon - 30, rise: 46, fill: '#c58f7d' },
    { base: horizon - 2, rise: 30, fill: '#8d6a72' },
  ].map(({ base, rise, fill }) => {
    const line = ridge(random, { base, rise, rough: 0.7 }).map(([x, y]): [number, number] => [
      x,
      Math.min(horizon, y),
    ]);
    return ground(line, `fill="${fill}"`);
  });
  const glitter = times(150, () => {
    const depth = random() ** 1.6;
    const y = horizon + 4 + depth * 370;
    const spread = 40 + depth * 300;
    const x = sun.x + (random() + random() - 1) * spread;
    const long = 14 + depth * 90 * random();
    return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(long)}" ry="${round(1 + depth * 3.4)}" fill="#ffd9a8" opacity="${round(0.25 + 0.55 * random())}"/>`;
  });
  const swell = times(70, () => {
    const depth = random();
    const y = horizon + 10 + depth * 380;
    return `<ellipse cx="${round(random() * 1600)}" cy="${round(y)}" rx="${round(between(random, 30, 60 + depth * 160))}" ry="${round(0.8 + depth * 2.2)}" fill="#1c3346" opacity="${round(0.12 + 0.2 * random())}"/>`;
  });
  return `<defs>
${gradient('sky', ['#2f4a63', '#8f7f8c 38%', '#eba980 58%', '#ffd7a1 64%'])}
${gradient('sea', ['#d59b7d', '#6d6f7c 22%', '#2a4358 60%', '#152838'])}
${glow('dawn', ['#fff2cf 0% 1', '#ffd9a0 18% 0.75', '#ffb678 45% 0.28', '#ffb678 100% 0'])}
</defs>
${sheet('url(#sky)')}
<circle cx="${sun.x}" cy="${sun.y + 40}" r="620" fill="url(#dawn)"/>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="#ffefcd"/>
${islands.join('\n')}
${sheet('url(#sea)', horizon)}
${swell.join('')}
${glitter.join('')}
${ferry(430, 690)}`;
};

function ferry(x: number, y: number): string {
  const at = (points: readonly [number, number][]): [number, number][] =>
    points.map(([px, py]) => [x + px, y + py]);
  const windows = (row: number, count: number, from: number) =>
    times(
      count,
      (n) =>
        `<rect x="${x + from + n * 23}" y="${y + row}" width="13" height="10" fill="#ffd48a" opacity="0.95"/>`,
    ).join('');
  return `<g>
<ellipse cx="${x + 190}" cy="${y + 66}" rx="330" ry="9" fill="#0e1d2a" opacity="0.55"/>
${shape(
  at([
    [-70, 0],
    [440, 0],
    [412, 62],
    [-30, 62],
  ]),
  'fill="#16283a"',
)}
${shape(
  at([
    [-62, 12],
    [436, 12],
    [433, 20],
    [-57, 20],
  ]),
  'fill="#c8401c"',
)}
${shape(
  at([
    [-6, -46],
    [366, -46],
    [386, 0],
    [-20, 0],
  ]),
  'fill="#e9dccb"',
)}
${shape(
  at([
    [40, -88],
    [300, -88],
    [322, -46],
    [40, -46],
  ]),
  'fill="#d8c6b4"',
)}
${shape(
  at([
    [226, -118],
    [298, -118],
    [312, -88],
    [226, -88],
  ]),
  'fill="#efe3d3"',
)}
${shape(
  at([
    [86, -146],
    [136, -146],
    [146, -88],
    [80, -88],
  ]),
  'fill="#c8401c"',
)}
${shape(
  at([
    [84, -134],
    [138, -134],
    [140, -122],
    [83, -122],
  ]),
  'fill="#16283a"',
)}
<rect x="${x + 258}" y="${y - 190}" width="4" height="74" fill="#16283a"/>
${windows(-30, 15, 10)}${windows(-74, 10, 56)}
<rect x="${x + 236}" y="${y - 110}" width="66" height="12" fill="#5d7486"/>
<path d="M${x - 60} ${y + 62}q-160 8 -380 34q230 -6 420 -20z" fill="#f6d9bd" opacity="0.5"/>
</g>`;
}
