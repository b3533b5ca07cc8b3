import { between, blur, glow, gradient, round, shape, sheet, times, type Scene } from './canvas.ts';

/** Paper boats in formation; one of another colour goes its own way. */
export const boats: Scene = (random) => {
  const ripples = times(110, () => {
    const x = random() * 1600;
    const y = random() * 1000;
    const long = between(random, 20, 110);
    return `<path d="M${round(x)} ${round(y)}q${round(long / 2)} ${round(between(random, -9, -3))} ${round(long)} 0" stroke="#bfe0e2" stroke-width="${round(between(random, 1, 3))}" fill="none" opacity="${round(between(random, 0.1, 0.4))}"/>`;
  });
  const rows = [
    [330, 250],
    [620, 330],
    [240, 470],
    [520, 560],
    [820, 470],
    [180, 700],
    [450, 800],
    [740, 740],
    [1010, 640],
  ] as const;
  const flock = rows.map(([x, y]) =>
    boat(x + between(random, -16, 16), y + between(random, -14, 14), paper, between(random, -6, 6)),
  );
  return `<defs>
${gradient('water', ['#0f5c69', '#1b7d86 45%', '#0c4656'], { to: [1, 1] })}
${glow('sunlit', ['#7fd0c9 0% 0.55', '#7fd0c9 100% 0'])}
${blur('soft', 16)}
</defs>
${sheet('url(#water)')}
<ellipse cx="980" cy="360" rx="760" ry="470" fill="url(#sunlit)"/>
${ripples.join('')}
${flock.join('\n')}
<path d="M1010 560q150 -60 240 -190" stroke="#d9f0ee" stroke-width="3" stroke-dasharray="2 16" stroke-linecap="round" fill="none" opacity="0.7"/>
${boat(1290, 330, signal, -24)}`;
};

type Sides = { left: string; right: string; inside: string; sail: string; sailShade: string };
const paper: Sides = {
  left: '#f6f0e2',
  right: '#d8cfbd',
  inside: '#b9b09f',
  sail: '#fffaf0',
  sailShade: '#e4dccb',
};
const signal: Sides = {
  left: '#e4512a',
  right: '#b5360f',
  inside: '#85260a',
  sail: '#f06a41',
  sailShade: '#c8401c',
};

function boat(x: number, y: number, sides: Sides, turn: number): string {
  return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(1.25)">
<ellipse cx="34" cy="52" rx="105" ry="22" fill="#04313c" opacity="0.55" filter="url(#soft)"/>
${shape(
  [
    [-92, -6],
    [92, -6],
    [54, -22],
    [-54, -22],
  ],
  `fill="${sides.inside}"`,
)}
${shape(
  [
    [-4, -86],
    [-46, -10],
    [0, 4],
  ],
  `fill="${sides.sail}"`,
)}
${shape(
  [
    [-4, -86],
    [40, -12],
    [0, 4],
  ],
  `fill="${sides.sailShade}"`,
)}
${shape(
  [
    [-92, -6],
    [0, 6],
    [0, 48],
    [-52, 44],
  ],
  `fill="${sides.left}"`,
)}
${shape(
  [
    [92, -6],
    [0, 6],
    [0, 48],
    [54, 44],
  ],
  `fill="${sides.right}"`,
)}
<path d="M-84 46q84 18 168 0" stroke="#d9f0ee" stroke-width="2.5" fill="none" opacity="0.6"/>
</g>`;
}
