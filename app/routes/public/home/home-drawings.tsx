import { inWidth } from '#domain/images/image-address.ts';
import drawings from '../drawings/drawings.svg?no-inline';
import { useWords } from '../frame/site-words.ts';
import { Line } from '../frame/line.tsx';

/** Drawings of `drawings/drawings.svg` take colors from the page, so that they follow its scheme and the owner's accent. */

const serviceDrawings = 4;
const stage = { x: -6.5, y: -11, width: 13, height: 17.5 };

/** Seven parts that form a robot, a rocket or a desk, as visitors choose. */
export function HeroDrawing() {
  const { drawingLegend, robot, rocket, desk } = useWords('home');
  const { measure } = useWords('general');
  const figures = [
    { id: 'robot', name: robot },
    { id: 'rocket', name: rocket },
    { id: 'desk', name: desk },
  ];
  return (
    <div className="hero-drawing">
      <svg viewBox="-6.5 -11 13 17.5" aria-hidden="true">
        <use {...stage} href={`${drawings}#floor`} />
        <text transform="translate(-6.05 -3.1) rotate(-90)">{measure}</text>
        {figures.map(({ id }) => (
          <use {...stage} key={id} className={id} href={`${drawings}#${id}`} />
        ))}
      </svg>
      <div className="figures" role="radiogroup" aria-labelledby="figures">
        <Line>
          <span id="figures">{drawingLegend}</span>
          {figures.map(({ id, name }, index) => (
            <label key={id}>
              <input type="radio" name="figure" id={`as-${id}`} defaultChecked={index === 0} />
              <span>{name}</span>
            </label>
          ))}
        </Line>
      </div>
    </div>
  );
}

/** The owner's image in the place of the drawing. */
export function HeroImage() {
  const { heroImage, heroImageAlt } = useWords('home');
  return (
    <img
      className="hero-drawing own"
      src={inWidth(heroImage, 1200)}
      srcSet={[640, 1200, 1600].map((width) => `${heroImage}?w=${width} ${width}w`).join(', ')}
      sizes="(width >= 48rem) 40vw, 94vw"
      alt={heroImageAlt}
      width={1200}
      height={1600}
      fetchPriority="high"
    />
  );
}

/** The same parts in a heap. */
export function NotFoundDrawing() {
  return (
    <svg className="heap" viewBox="0 0 16 11" aria-hidden="true">
      <use href={`${drawings}#heap`} />
    </svg>
  );
}

/** The small drawing beside a service; they repeat if there are more services than drawings. */
export function ServiceDrawing({ index }: { index: number }) {
  return (
    <svg viewBox="0 0 80 88" aria-hidden="true">
      <use href={`${drawings}#service-${index % serviceDrawings}`} />
    </svg>
  );
}

/** A pie chart of a company with the firm's share pulled out. */
export function ShareDrawing({ theirs, ours }: { theirs: string; ours: string }) {
  return (
    <svg className="share" viewBox="0 0 480 340" aria-hidden="true">
      <path className="fine" d="M0 170H480M220 0V340M0 20H480M0 320H480" />
      <circle className="dots" cx="220" cy="170" r="150" />
      <path className="face" d="M220 170V40A130 130 0 1 0 343 212Z" />
      <path className="dots" d="M220 170V22M220 170 363 218" />
      <path className="signal" d="M242 152V22A130 130 0 0 1 365 194Z" />
      <path className="line" d="M365 194 404 207M242 22 258-12" />
      <text x="140" y="232" textAnchor="middle">
        {theirs}
      </text>{' '}
      <text className="on-signal" x="297" y="122" textAnchor="middle">
        {ours}
      </text>
    </svg>
  );
}

/** A dotted box on a grid: something still to be built. */
export function OpenDrawing() {
  return (
    <svg className="open" viewBox="0 0 320 370" aria-hidden="true">
      <use href={`${drawings}#open`} />
    </svg>
  );
}
