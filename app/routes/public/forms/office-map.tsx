import { useWords } from '../frame/site-words.ts';
import { Line } from '../frame/line.tsx';

/**
 * Positions for up to four offices, each with the side of its name that is clear of the lines. The first three are where
 * Las Vegas, Toronto and the Sunshine Coast of British Columbia are; eight units are a degree east, sixteen one south.
 */
const spots = [
  { x: 159, y: 301, name: { x: 34, y: 6, anchor: 'start' } },
  { x: 445, y: 181, name: { x: 0, y: -34, anchor: 'middle' } },
  { x: 90, y: 88, name: { x: 34, y: -10, anchor: 'start' } },
  { x: 352, y: 322, name: { x: 0, y: 44, anchor: 'middle' } },
] as const;

/** A drawn placeholder for a map of the offices: of the firm of the example, where they are. */
export function OfficeMap() {
  const { mapScale } = useWords('contact');
  const offices = useWords('general').offices.map(({ name }) => name);
  const points = offices.flatMap((office, index) => {
    const spot = spots[index];
    return spot ? [{ office, ...spot }] : [];
  });
  const outline = points.map(({ x, y }) => `${x} ${y}`).join('L');
  return (
    <figure className="office-map">
      <svg viewBox="0 0 560 400" role="img" aria-label={`${offices.join(', ')}, connected by lines`}>
        <path
          className="fine"
          d="M-10 60Q280 10 570 60M-10 150Q280 100 570 150M-10 240Q280 190 570 240M-10 330Q280 280 570 330M-10 420Q280 370 570 420M70 -10Q30 200 10 410M175 -10Q150 200 140 410M280 -10V410M385 -10Q410 200 420 410M490 -10Q530 200 550 410"
        />
        <path
          className="coast"
          d="M38 0C44 34 70 62 80 88S74 118 84 132 88 160 87 176 82 214 86 235 92 262 100 275 106 316 115 328 132 340 142 358 154 386 164 404M560 160C548 160 540 168 530 174S516 190 520 200 524 214 512 218 492 222 488 232 480 250 482 262 484 294 476 304 466 328 457 338 436 362 430 378 428 392 432 404"
        />
        <path className="dots" d={`M${outline}Z`} />
        <Line>
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
        </Line>
      </svg>{' '}
      <figcaption className="note">
        <span>Map Location</span> <span>{mapScale}</span>
      </figcaption>
    </figure>
  );
}
