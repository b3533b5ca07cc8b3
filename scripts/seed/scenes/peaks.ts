import { between, glow, gradient, ground, ridge, round, shape, sheet, times, type Scene } from './canvas.ts';

const layers = [
  { base: 470, rise: 120, top: '#9fb3bf', foot: '#dfe0d6' },
  { base: 560, rise: 110, top: '#7f9aa9', foot: '#cdd5cf' },
  { base: 640, rise: 95, top: '#5d7f90', foot: '#b4c5c4' },
  { base: 725, rise: 80, top: '#3f6274', foot: '#8eaab0' },
  { base: 815, rise: 62, top: '#264656', foot: '#5d7f8a' },
] as const;

/** Mountains behind mountains in the fog, a forest before them, and one hut with a light. */
export const peaks: Scene = (random) => {
  const hills = layers.map(({ base, rise }, index) =>
    ground(ridge(random, { base, rise, rough: 1.1 }), `fill="url(#hill${index})"`),
  );
  const floor = ridge(random, { base: 915, rise: 30, rough: 0.8 });
  const trees = floor
    .filter((_, index) => index % 3 === 0)
    .flatMap(([x, y]) =>
      random() < 0.86 && (x < 960 || x > 1150) ? [pine(x, y + 14, between(random, 46, 130))] : [],
    );
  return `<defs>
${gradient('sky', ['#e8d7bd', '#f3e3c6 40%', '#e9e2d2'])}
${glow('light', ['#fff6dd 0% 0.95', '#fff6dd 100% 0'])}
${layers.map(({ top, foot }, index) => gradient(`hill${index}`, [`${top} 0%`, `${foot} 70%`])).join('\n')}
${glow('lamp', ['#ffcf7a 0% 0.9', '#ff9d4a 40% 0.3', '#ff9d4a 100% 0'])}
</defs>
${sheet('url(#sky)')}
<circle cx="470" cy="250" r="420" fill="url(#light)"/>
<circle cx="470" cy="250" r="70" fill="#fff8e6"/>
${hills.join('\n')}
${ground(floor, 'fill="#132a35"')}
${trees.join('')}
<circle cx="1062" cy="880" r="120" fill="url(#lamp)"/>
${shape(
  [
    [1010, 912],
    [1010, 876],
    [1062, 838],
    [1114, 876],
    [1114, 912],
  ],
  'fill="#0d1f28"',
)}
<rect x="1048" y="876" width="26" height="22" fill="#ffc766"/>
<rect x="1060" y="876" width="2" height="22" fill="#0d1f28"/>`;
};

function pine(x: number, y: number, tall: number): string {
  const steps = 5;
  const right = times(steps, (n): [number, number][] => {
    const from = y - tall + (tall * 0.9 * (n + 1)) / steps;
    const half = (tall * 0.24 * (n + 1)) / steps;
    return [
      [half, from],
      [half * 0.45, from - tall * 0.03],
    ];
  }).flat();
  const points: [number, number][] = [
    [x, y - tall],
    ...right.map(([dx, py]): [number, number] => [x + dx, py]),
    [x + 2, y],
    [x - 2, y],
    ...right.toReversed().map(([dx, py]): [number, number] => [x - dx, py]),
  ];
  return shape(points, `fill="#10242e" opacity="${round(0.9 + (tall % 10) / 100)}"`);
}
