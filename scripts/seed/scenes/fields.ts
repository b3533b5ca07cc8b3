import { pick, type Random } from '../random.ts';
import { between, glow, gradient, round, shape, sheet, times, type Scene } from './canvas.ts';

const crops = [
  '#d8b65c',
  '#c79a3f',
  '#e6cf86',
  '#8f9d4a',
  '#6f8a45',
  '#a9b060',
  '#b3763c',
  '#556f3d',
  '#e9dba8',
];

type Corner = readonly [number, number];
type Field = readonly [Corner, Corner, Corner, Corner];

/** Fields at harvest time from above, with a lane, a brook and one machine at work. */
export const fields: Scene = (random) => {
  const whole: Field = [
    [-120, -60],
    [1700, -160],
    [1760, 1080],
    [-60, 1120],
  ];
  const plots = divided(random, whole, 5).map((plot, index) => field(random, plot, index));
  const trees = times(46, () => {
    const along = random();
    const x = 1180 + along * 190 + between(random, -34, 34);
    const y = -20 + along * 1040;
    const r = between(random, 9, 20);
    return `<ellipse cx="${round(x + 12)}" cy="${round(y + 10)}" rx="${round(r)}" ry="${round(r * 0.8)}" fill="#1d2a17" opacity="0.4"/><circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${pick(random, ['#3d5a30', '#4c6b38', '#335028'])}"/>`;
  });
  return `<defs>
${gradient('brook', ['#7fb1b5', '#4b8791'])}
${glow('evening', ['#ffe7b0 0% 0.38', '#ffd48a 50% 0.05', '#2a1c08 100% 0.42'], [0.25, 0.15, 1.05])}
</defs>
${sheet('#7f8f47')}
${plots.join('\n')}
<path d="M1175 -20C1230 260 1150 480 1290 700S1360 900 1380 1020" stroke="#6a7a3c" stroke-width="58" fill="none"/>
<path d="M1175 -20C1230 260 1150 480 1290 700S1360 900 1380 1020" stroke="url(#brook)" stroke-width="22" fill="none"/>
${trees.join('')}
<path d="M-20 640C360 560 700 640 1620 470" stroke="#efe2c0" stroke-width="17" fill="none"/>
<path d="M-20 640C360 560 700 640 1620 470" stroke="#cdb98a" stroke-width="3" fill="none"/>
${machine(560, 330)}
${sheet('url(#evening)')}`;
};

function divided(random: Random, plot: Field, depth: number): Field[] {
  if (depth === 0 || (depth < 3 && random() < 0.12)) return [plot];
  const [a, b, c, d] = plot;
  const cut = between(random, 0.36, 0.64);
  const other = cut + between(random, -0.05, 0.05);
  const isWide = Math.hypot(b[0] - a[0], b[1] - a[1]) > Math.hypot(d[0] - a[0], d[1] - a[1]) * 1.05;
  const halves: [Field, Field] = isWide
    ? [
        [a, on(a, b, cut), on(d, c, other), d],
        [on(a, b, cut), b, c, on(d, c, other)],
      ]
    : [
        [a, b, on(b, c, other), on(a, d, cut)],
        [on(a, d, cut), on(b, c, other), c, d],
      ];
  return halves.flatMap((half) => divided(random, half, depth - 1));
}

function on(from: Corner, to: Corner, part: number): Corner {
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

function field(random: Random, [a, b, c, d]: Field, index: number): string {
  const colour = pick(random, crops);
  const isAcross = random() < 0.5;
  const rows = Math.round(between(random, 14, 34));
  const lines = times(rows, (n) => {
    const part = (n + 0.5) / rows;
    const [from, to] = isAcross ? [on(a, d, part), on(b, c, part)] : [on(a, b, part), on(d, c, part)];
    return `M${round(from[0])} ${round(from[1])}L${round(to[0])} ${round(to[1])}`;
  });
  const tone = index % 2 === 0 ? '#000' : '#fff';
  return `${shape([a, b, c, d], `fill="${colour}" stroke="#5b6b35" stroke-width="7"`)}<path d="${lines.join('')}" stroke="${tone}" stroke-width="${round(between(random, 1.5, 4.5))}" opacity="0.17"/>`;
}

function machine(x: number, y: number): string {
  return `<g transform="rotate(-4 ${x} ${y})">
<rect x="${x - 460}" y="${y - 15}" width="460" height="32" fill="#f1e2b4" opacity="0.55"/>
<ellipse cx="${x - 40}" cy="${y + 4}" rx="120" ry="30" fill="#f6ead0" opacity="0.35"/>
<rect x="${x + 10}" y="${y + 16}" width="66" height="24" fill="#2a1c08" opacity="0.4"/>
<rect x="${x}" y="${y - 18}" width="66" height="38" rx="5" fill="#c8401c"/>
<rect x="${x + 34}" y="${y - 11}" width="22" height="24" rx="3" fill="#26333a"/>
<rect x="${x + 66}" y="${y - 32}" width="13" height="66" rx="2" fill="#e6dcc8"/>
</g>`;
}
