import { glow, gradient, round, sheet, times, type Scene } from './canvas.ts';

const walls = ['#e6c6a2', '#dcb48c', '#d09f75', '#c18a61', '#ad7550', '#955f41'];
const middle = 760;

/** A corridor of arches in the afternoon sun, with somebody who walks towards the light. */
export const arches: Scene = () => {
  const frames = times(walls.length, (index) => {
    const scale = 0.78 ** index;
    return `${arch(scale, 'url(#inside)')}${lining(scale)}${next(scale, walls[index + 1] ?? '#fbe9c8')}`;
  });
  const stripes = times(6, (index) => {
    const near = 0.78 ** index;
    const far = 0.78 ** (index + 0.46);
    return `<path d="M${round(middle - 520 * near)} ${round(floorAt(near))}L${round(middle + 300 * near)} ${round(floorAt(near))}L${round(middle + 300 * far)} ${round(floorAt(far))}L${round(middle - 520 * far)} ${round(floorAt(far))}z" fill="#fff0cf" opacity="0.5"/>`;
  });
  return `<defs>
${gradient('wall', ['#f0d5b2', '#dfb88e 60%', '#c99a70'], { to: [1, 1] })}
${gradient('inside', ['#7c4a33', '#b57a55'], { to: [1, 0] })}
${gradient('floor', ['#b9875f', '#8a5a3d'])}
${glow('end', ['#fffbea 0% 1', '#ffedc2 55% 1', '#ffdfa0 100% 1'])}
${glow('haze', ['#fff3d6 0% 0.85', '#ffe2ae 40% 0.3', '#ffe2ae 100% 0'])}
</defs>
${sheet('url(#wall)')}
<rect y="${floorAt(1)}" width="1600" height="${1000 - floorAt(1)}" fill="url(#floor)"/>
${frames.join('\n')}
${stripes.join('')}
<ellipse cx="${middle}" cy="560" rx="330" ry="330" fill="url(#haze)"/>
${walker(middle + 34, floorAt(0.36))}`;
};

/** Where the floor meets an arch of this size. */
function floorAt(scale: number): number {
  return round(560 + 360 * scale);
}

function outline(scale: number): string {
  const half = 520 * scale;
  const spring = 560 - 60 * scale;
  const foot = floorAt(scale);
  return `M${round(middle - half)} ${foot}V${round(spring)}A${round(half)} ${round(half * 0.9)} 0 0 1 ${round(middle + half)} ${round(spring)}V${foot}z`;
}

function arch(scale: number, fill: string): string {
  return `<path d="${outline(scale)}" fill="${fill}"/>`;
}

/** The thickness of a wall, in the shade on the left and lit on the right. */
function lining(scale: number): string {
  const inner = scale * 0.92;
  return `<path d="${outline(inner)}" fill="#f3d9b4" opacity="0.35"/>`;
}

function next(scale: number, wall: string): string {
  const behind = scale * 0.9;
  const foot = floorAt(behind * 0.87);
  return `<path d="${outline(behind)}" fill="${wall}"/><path d="M${round(middle - 520 * behind)} ${floorAt(behind)}L${round(middle - 520 * behind * 0.87)} ${foot}H${round(middle + 520 * behind * 0.87)}L${round(middle + 520 * behind)} ${floorAt(behind)}z" fill="#a8744f"/>`;
}

function walker(x: number, y: number): string {
  return `<g fill="#2b1a18">
<path d="M${x - 6} ${y}L${x + 150} ${y + 118}L${x + 190} ${y + 118}L${x + 10} ${y}z" opacity="0.35"/>
<circle cx="${x}" cy="${y - 92}" r="11"/>
<path d="M${x - 14} ${y - 78}q14 -8 28 0l6 46h-10l-3 32h-8l-2 -30l-6 30h-8l2 -40z"/>
<rect x="${x + 14}" y="${y - 48}" width="14" height="20" fill="#c8401c"/>
</g>`;
}
