import type { Random } from '../random.ts';
import { between, blur, glow, gradient, round, sheet, times, type Scene } from './canvas.ts';

const shore = 800;
const rows = [
  { far: 1, colour: '#2c4a66', from: 240, to: 470, wide: [50, 120], lit: 0.1 },
  { far: 0.6, colour: '#1c3550', from: 190, to: 400, wide: [60, 140], lit: 0.2 },
  { far: 0.25, colour: '#0f2136', from: 110, to: 300, wide: [80, 180], lit: 0.32 },
] as const;

/** A town by the water at night; most are asleep, one window is not. */
export const city: Scene = (random) => {
  const skyline = rows.map((row) => houses(random, row)).join('');
  const lights = times(120, () => {
    const x = random() * 1600;
    const deep = random();
    return `<rect x="${round(x)}" y="${round(shore + 8 + deep * 130)}" width="${round(between(random, 14, 60))}" height="2.4" fill="#ffce85" opacity="${round(0.5 * (1 - deep))}"/>`;
  });
  const stars = times(
    140,
    () =>
      `<circle cx="${round(random() * 1600)}" cy="${round(random() * 420)}" r="${round(between(random, 0.6, 1.7))}" fill="#eaf1f5" opacity="${round(between(random, 0.2, 0.8))}"/>`,
  );
  return `<defs>
${gradient('sky', ['#091a2e', '#163654 45%', '#3f6280 72%', '#8a94a0 80%'])}
${gradient('water', ['#2b4a63', '#0c1f33 40%', '#071422'])}
${glow('moon', ['#f3f1df 0% 0.5', '#c8d8e2 30% 0.14', '#c8d8e2 100% 0'])}
${glow('lamp', ['#ff8a4a 0% 0.9', '#ff6a2a 40% 0.25', '#ff6a2a 100% 0'])}
${gradient('mist', ['#8fa3b3 0% 0', '#8fa3b3 60% 0.36', '#8fa3b3 100% 0'])}
${blur('soft', 3)}
</defs>
${sheet('url(#sky)')}
${stars.join('')}
<circle cx="1230" cy="210" r="330" fill="url(#moon)"/>
<circle cx="1230" cy="210" r="58" fill="#f6f2df"/>
${skyline}
${sheet('url(#water)', shore)}
<rect x="1206" y="${shore}" width="48" height="150" fill="#f3f1df" opacity="0.13" filter="url(#soft)"/>
${lights.join('')}
<circle cx="611" cy="612" r="120" fill="url(#lamp)"/>
<rect x="600" y="598" width="22" height="28" fill="#ffb27a"/>
<rect x="598" y="${shore + 22}" width="26" height="110" fill="#ff8a4a" opacity="0.35" filter="url(#soft)"/>`;
};

function houses(random: Random, { far, colour, from, to, wide, lit }: (typeof rows)[number]): string {
  const all: string[] = [];
  for (let x = -30; x < 1620;) {
    const w = between(random, wide[0], wide[1]);
    const h = between(random, from, to) * (0.75 + 0.25 * Math.sin(x / 260));
    all.push(
      `<rect x="${round(x)}" y="${round(shore - h)}" width="${round(w)}" height="${round(h)}" fill="${colour}"/>`,
    );
    if (random() < 0.3) {
      all.push(
        `<rect x="${round(x + w * 0.3)}" y="${round(shore - h - 26)}" width="${round(w * 0.22)}" height="27" fill="${colour}"/>`,
      );
    }
    all.push(windows(random, { x, top: shore - h, w, h }, lit));
    x += w + (random() < 0.2 ? between(random, 4, 26) : 0);
  }
  return `<g>${all.join('')}</g><rect y="${shore - 300}" width="1600" height="300" fill="url(#mist)" opacity="${far}"/>`;
}

function windows(
  random: Random,
  { x, top, w, h }: { x: number; top: number; w: number; h: number },
  lit: number,
): string {
  const across = Math.floor((w - 16) / 17);
  const down = Math.floor((h - 24) / 24);
  return times(across * down, (n) => {
    if (random() > lit) return '';
    const wx = x + 11 + (n % across) * 17;
    const wy = top + 16 + Math.floor(n / across) * 24;
    return `<rect x="${round(wx)}" y="${round(wy)}" width="8" height="11" fill="#ffd591" opacity="${round(between(random, 0.35, 0.95))}"/>`;
  }).join('');
}
