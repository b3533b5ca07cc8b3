import { circle, pick, type CoverStroke, type Random } from './pen.ts';

/** A weight on a rope over wheels. */
export function drawPulleys(random: Random): CoverStroke[] {
  const wheels = pick(random, 2, 4);
  const gap = 380 / wheels;
  const radius = Math.min(44, gap / 3);
  const beam = 70;
  const low = 200 + pick(random, 0, 60);
  const centers = Array.from({ length: wheels * 2 - 1 }, (_, wheel) => ({
    x: Math.round(110 + (wheel * gap) / 2 + radius),
    y: wheel % 2 === 0 ? beam + 50 : low,
  }));
  const last = centers.at(-1) ?? { x: 400, y: beam };
  const ropes = centers.map(({ x, y }, wheel) => {
    const next = centers[wheel + 1];
    const r = Math.round(radius);
    const over = wheel % 2 === 0 ? 1 : 0;
    const start = wheel === 0 ? `M${Math.round(x - r)} 380V${y}` : '';
    return `${start}A${r} ${r} 0 0 ${over} ${Math.round(x + r)} ${y}${next ? `L${Math.round(next.x - r)} ${next.y}` : ''}`;
  });
  const weight = pick(random, 54, 84);
  const end = Math.round(last.x + radius);
  const bottom = pick(random, 230, 290);
  return [
    { pen: 'fine', path: `M0 380H600M${end} 0V400M0 ${low}H600` },
    { pen: 'line', path: `M60 ${beam}H540M60 ${beam - 8}H540` },
    {
      pen: 'fine',
      path: centers
        .filter((_, wheel) => wheel % 2 === 0)
        .map(({ x }) => `M${x} ${beam}v50`)
        .join(''),
    },
    { pen: 'line', path: `${ropes.join('')}V${bottom}` },
    ...centers.map(({ x, y }): CoverStroke => ({ pen: 'face', path: circle([x, y], radius - 5) })),
    { pen: 'line', path: centers.map(({ x, y }) => circle([x, y], 6)).join('') },
    { pen: 'signal', path: `M${end - weight / 2} ${bottom}h${weight}v${weight}h${-weight}Z` },
  ];
}
