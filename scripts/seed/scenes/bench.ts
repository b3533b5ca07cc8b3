import { blur, glow, gradient, round, sheet, times, type Scene } from './canvas.ts';

/** A wall of tools above a workbench, in the light of one lamp. */
export const bench: Scene = () => {
  const holes = times(
    34 * 15,
    (n) => `<circle cx="${24 + (n % 34) * 47}" cy="${26 + Math.floor(n / 34) * 47}" r="4.2" fill="#16323b"/>`,
  );
  const tools: readonly [number, number, string][] = [
    [190, 170, wrench(1)],
    [310, 170, wrench(0.8)],
    [410, 170, wrench(0.64)],
    [560, 150, hammer],
    [760, 160, square],
    [1010, 150, screwdriver('#c8401c')],
    [1090, 150, screwdriver('#d9a441')],
    [1170, 150, screwdriver('#2f6f7a')],
    [1290, 190, saw],
  ];
  return `<defs>
${gradient('board', ['#3f6f7b', '#2c5661'])}
${gradient('steel', ['#f1f4f2', '#b9c3c4 45%', '#7d8b8f'], { to: [1, 0.4] })}
${gradient('wood', ['#d9a76c', '#a9743f 60%', '#82552c'], { to: [1, 0] })}
${gradient('top', ['#d2a06a', '#a87746 30%', '#7a5029'])}
${blur('soft', 9)}
${glow('lamp', ['#fff0c9 0% 0.55', '#ffe2a6 35% 0.14', '#04141a 100% 0.72'], [0.46, 0.2, 0.92])}
</defs>
${sheet('url(#board)', 0, 740)}
${holes.join('')}
${tools.map(([x, y, tool]) => `<g transform="translate(${x + 16} ${y + 20})" fill="#04181f" opacity="0.5" filter="url(#soft)">${shadowOf(tool)}</g><g transform="translate(${x} ${y})">${tool}</g>`).join('\n')}
<rect y="740" width="1600" height="260" fill="url(#top)"/>
<rect y="740" width="1600" height="10" fill="#f0cf9e" opacity="0.6"/>
${times(13, (n) => `<path d="M0 ${770 + n * 18}q400 ${n % 2 === 0 ? 9 : -7} 800 2t800 -3" stroke="#5f3c1b" stroke-width="${1 + (n % 3)}" fill="none" opacity="0.28"/>`).join('')}
${paper}
${shavings}
${sheet('url(#lamp)')}`;
};

function shadowOf(tool: string): string {
  return tool
    .replaceAll(/fill="(?!none)[^"]*"/g, 'fill="#04181f"')
    .replaceAll(/stroke="[^"]*"/g, 'stroke="#04181f"');
}

function wrench(size: number): string {
  const s = (value: number) => round(value * size);
  return `<path d="M${s(-13)} ${s(64)}L${s(-13)} ${s(330)}q${s(13)} ${s(26)} ${s(26)} 0L${s(13)} ${s(64)}q${s(34)} ${s(-16)} ${s(30)} ${s(-58)}q${s(-3)} ${s(-24)} ${s(-20)} ${s(-34)}l0 ${s(44)}l${s(-23)} ${s(16)}l${s(-23)} ${s(-16)}l0 ${s(-44)}q${s(-17)} ${s(10)} ${s(-20)} ${s(34)}q${s(-4)} ${s(42)} ${s(30)} ${s(58)}z" fill="url(#steel)"/><circle cy="${s(318)}" r="${s(7)}" fill="#2c5661"/>`;
}

const hammer = `<rect x="-13" y="46" width="28" height="360" rx="12" fill="url(#wood)"/><path d="M-66 -8h118q26 4 40 30l-8 10q-18 -12 -34 4h-116z" fill="url(#steel)"/><rect x="-82" y="-16" width="26" height="62" rx="5" fill="#8f9b9e"/>`;
const square = `<path d="M0 0h34v330h150v34h-184z" fill="url(#steel)"/><rect x="-8" y="-6" width="50" height="120" rx="6" fill="url(#wood)"/>${times(14, (n) => `<rect x="6" y="${136 + n * 15}" width="${n % 5 === 0 ? 16 : 9}" height="2" fill="#3b4a4f"/>`).join('')}`;
const saw = `<path d="M0 0L20 340L96 330L70 -6z" fill="url(#steel)"/>${times(16, (n) => `<path d="M${round(1 + n * 1.2)} ${n * 21}l-9 9l10 10z" fill="#9aa6a9"/>`).join('')}<path d="M-4 -92q40 -34 84 -10q18 40 -6 104l-78 4q-18 -46 0 -98z" fill="url(#wood)"/><path d="M20 -66q24 -14 40 -2q8 20 -4 44l-34 2q-10 -22 -2 -44z" fill="#2c5661"/>`;

function screwdriver(colour: string): string {
  return `<path d="M-20 0q20 -18 40 0l4 120q-24 22 -48 0z" fill="${colour}"/>${[-10, 0, 10].map((x) => `<rect x="${x - 1.5}" y="6" width="3" height="110" fill="#000" opacity="0.2"/>`).join('')}<rect x="-6" y="128" width="12" height="190" fill="url(#steel)"/><path d="M-6 318h12l5 22h-22z" fill="#7d8b8f"/>`;
}

const paper = `<g transform="rotate(-3 500 860)"><rect x="250" y="792" width="520" height="170" fill="#04181f" opacity="0.35" filter="url(#soft)"/><rect x="240" y="782" width="520" height="200" fill="#f3ecdb"/><g stroke="#2f6f7a" stroke-width="2.5" fill="none"><circle cx="410" cy="880" r="58"/><circle cx="410" cy="880" r="22"/><path d="M330 880h160M410 800v160M540 830h160v100h-160zM540 880h160M620 830v100"/></g><path d="M540 950h160" stroke="#c8401c" stroke-width="3"/></g>
<g transform="rotate(18 860 880)"><rect x="800" y="872" width="210" height="15" rx="3" fill="#d9a441"/><path d="M1010 872l34 7l-34 8z" fill="#e9d6b4"/><path d="M1034 877l10 2l-10 3z" fill="#222"/><rect x="786" y="872" width="16" height="15" fill="#c8401c"/></g>`;

const shavings = times(9, (n) => {
  const x = 1120 + ((n * 83) % 380);
  const y = 800 + ((n * 57) % 160);
  return `<path d="M${x} ${y}q22 -30 44 -4t-12 24t-20 -18t34 -18" stroke="#efcf9c" stroke-width="7" fill="none" opacity="0.9"/>`;
}).join('');
