import { circle, pick, type CoverStroke, type Random } from './pen.ts';

/** Parallel rays that a lens brings to one point. */
export function drawLens(random: Random): CoverStroke[] {
  const x = pick(random, 170, 260);
  const focus = x + pick(random, 150, 220);
  const height = pick(random, 120, 150);
  const bend = pick(random, 230, 300);
  const count = pick(random, 4, 7);
  const rays = Array.from({ length: count * 2 + 1 }, (_, ray) => {
    const above = Math.round(((ray - count) / (count + 0.6)) * height);
    const beyond = Math.round((above / (focus - x)) * (600 - focus));
    return `M0 ${200 + above}H${x}L${focus} 200L600 ${200 - beyond}`;
  });
  const lens = `M${x} ${200 - height - 20}A${bend} ${bend} 0 0 1 ${x} ${200 + height + 20}A${bend} ${bend} 0 0 1 ${x} ${200 - height - 20}Z`;
  return [
    { pen: 'fine', path: `M0 200H600M${x} 0V400M${focus} 0V400` },
    { pen: 'face', path: lens },
    { pen: 'line', path: rays.join('') },
    { pen: 'dots', path: `M${x} 380H${focus}` },
    { pen: 'line', path: `M${x} 374v12M${focus} 374v12` },
    { pen: 'face', path: circle([focus, 200], 17) },
    { pen: 'signal', path: circle([focus, 200], 9) },
  ];
}
