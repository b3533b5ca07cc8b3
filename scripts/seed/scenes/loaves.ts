import { pick, type Random } from '../random.ts';
import { between, blur, glow, gradient, round, sheet, times, type Scene } from './canvas.ts';

const boards = [372, 664, 956];

/** A baker's rack in the morning, with loaves that have just come out. */
export const loaves: Scene = (random) => {
  const rows = boards.map((board, index) => rack(random, board, index));
  return `<defs>
${gradient('wall', ['#d9d2c2', '#b9ae9a'], { to: [1, 1] })}
${gradient('wood', ['#c9965e', '#9a6a3b 40%', '#6f4824'])}
${glow('crust', ['#f0b869', '#d48a3c 38%', '#a85c22 72%', '#6d3512'], [0.38, 0.25, 0.85])}
${glow('dark', ['#d99a55', '#a5642a 40%', '#6b3a17 75%', '#43210c'], [0.38, 0.25, 0.85])}
${blur('soft', 9)}
${glow('window', ['#fff5dc 0% 0.6', '#fff0cf 35% 0.15', '#24160a 100% 0.58'], [0.2, 0.12, 1.05])}
</defs>
${sheet('url(#wall)')}
${rows.join('\n')}
<rect x="84" width="34" height="1000" fill="#7b5230"/><rect x="1486" width="34" height="1000" fill="#5f3d20"/>
${sheet('url(#window)')}`;
};

function rack(random: Random, board: number, index: number): string {
  const bread: string[] = [];
  for (let x = 150; x < 1420;) {
    const isLong = index === 1 ? random() < 0.7 : random() < 0.25;
    const w = isLong ? between(random, 250, 310) : between(random, 165, 210);
    if (x + w > 1478) break;
    bread.push(loaf(random, x, board, w, isLong ? between(random, 92, 112) : between(random, 124, 150)));
    x += w + between(random, 8, 26);
  }
  return `<rect x="110" y="${board - 210}" width="1380" height="26" fill="#000" opacity="0.14" filter="url(#soft)"/>
<rect x="96" y="${board}" width="1412" height="30" fill="url(#wood)"/>
<rect x="96" y="${board + 30}" width="1412" height="12" fill="#2e1b0c" opacity="0.55"/>
${bread.join('')}`;
}

function loaf(random: Random, x: number, board: number, w: number, h: number): string {
  const top = board - h;
  const body = `M${round(x)} ${board}C${round(x - 12)} ${round(top + h * 0.25)} ${round(x + w * 0.16)} ${round(top)} ${round(x + w / 2)} ${round(top)}S${round(x + w + 12)} ${round(top + h * 0.25)} ${round(x + w)} ${board}z`;
  const cuts = times(Math.round(w / 62), (n) => {
    const cx = x + (w * (n + 0.75)) / (Math.round(w / 62) + 0.5);
    const cy = top + h * 0.24;
    return `<path d="M${round(cx - 15)} ${round(cy + 22)}q10 -36 36 -44q-4 30 -36 44z" fill="#f3d7a0" opacity="0.88"/>`;
  });
  const flour = times(26, () => {
    const fx = x + w * between(random, 0.18, 0.82);
    const fy = top + h * between(random, 0.1, 0.55);
    return `<circle cx="${round(fx)}" cy="${round(fy)}" r="${round(between(random, 1, 4.5))}" fill="#fff6e2" opacity="${round(between(random, 0.1, 0.4))}"/>`;
  });
  return `<ellipse cx="${round(x + w / 2 + 10)}" cy="${board}" rx="${round(w * 0.52)}" ry="9" fill="#1e1006" opacity="0.6" filter="url(#soft)"/><path d="${body}" fill="url(#${pick(random, ['crust', 'crust', 'dark'])})"/>${cuts.join('')}${flour.join('')}`;
}
