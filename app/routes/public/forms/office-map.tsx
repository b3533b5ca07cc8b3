import { useWords } from '../frame/site-words.ts';
import { fillText } from '../filled-text.tsx';

/** Positions for up to four offices, each with the side of its name that is clear of the lines. */
const spots = [
  { x: 118, y: 226, name: { x: 0, y: 44, anchor: 'middle' } },
  { x: 392, y: 92, name: { x: 0, y: -28, anchor: 'middle' } },
  { x: 432, y: 306, name: { x: 0, y: 44, anchor: 'middle' } },
  { x: 238, y: 342, name: { x: 0, y: 40, anchor: 'middle' } },
] as const;

/** A drawn placeholder for a map of the offices. The positions are not geographic. */
export function OfficeMap() {
  const { mapLabel, mapScale } = useWords('contact');
  const offices = useWords('general').offices.map(({ name }) => name);
  const points = offices.flatMap((office, index) => {
    const spot = spots[index];
    return spot ? [{ office, ...spot }] : [];
  });
  const outline = points.map(({ x, y }) => `${x} ${y}`).join('L');
  return (
    <figure className="office-map">
      <svg viewBox="0 0 560 400" role="img" aria-label={fillText(mapLabel, { offices: offices.join(', ') })}>
        <path
          className="fine"
          d="M-10 60Q280 10 570 60M-10 150Q280 100 570 150M-10 240Q280 190 570 240M-10 330Q280 280 570 330M-10 420Q280 370 570 420M70 -10Q30 200 10 410M175 -10Q150 200 140 410M280 -10V410M385 -10Q410 200 420 410M490 -10Q530 200 550 410"
        />
        <path
          className="coast"
          d="M0 182C38 176 44 206 62 214S70 262 92 272 104 320 140 330 160 372 196 400M560 40C526 52 508 48 498 76S470 118 476 142 520 176 512 206 478 236 488 268 530 300 524 340 546 384 560 390"
        />
        <path className="dots" d={`M${outline}Z`} />
        {points.map(({ office, x, y, name }, index) => (
          <g key={index}>
            <circle className="fine" cx={x} cy={y} r="19" />
            <path className="line" d={`M${x - 27} ${y}h54M${x} ${y - 27}v54`} />
            <circle className={index === 0 ? 'signal' : 'face'} cx={x} cy={y} r="7" />
            <text x={x + name.x} y={y + name.y} textAnchor={name.anchor}>
              {office}
            </text>
          </g>
        ))}
      </svg>
      <figcaption className="note">
        <span>Map Location</span>
        <span>{mapScale}</span>
      </figcaption>
    </figure>
  );
}
