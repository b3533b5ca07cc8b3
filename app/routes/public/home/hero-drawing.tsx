import drawings from './drawings.json' with { type: 'json' };
import { useWords } from '../frame/site-words.ts';
import notFoundStylesheet from '../stylesheets/not-found.css?url';

/** The drawing of the home page: it assembles itself on load, and visitors can choose another figure. */
export function HeroDrawing() {
  const { drawingLegend, robot, rocket, desk } = useWords('home');
  const figures = [
    { id: 'as-robot', name: robot },
    { id: 'as-rocket', name: rocket },
    { id: 'as-desk', name: desk },
  ];
  return (
    <div className="hero-drawing">
      <Stage />
      <fieldset className="figures">
        <legend>{drawingLegend}</legend>
        {figures.map(({ id, name }, index) => (
          <label key={id}>
            <input type="radio" name="figure" id={id} defaultChecked={index === 0} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** The same parts in a heap. It has its own style sheet because few pages show it. */
export function NotFoundDrawing() {
  return (
    <div className="hero-drawing collapsed">
      <link rel="stylesheet" href={notFoundStylesheet} precedence="default" />
      <Stage />
    </div>
  );
}

/**
 * Seven parts that form a robot, a rocket or a desk. Each part is drawn at its own origin; its position in each figure and
 * the painting order are in `styles/hero-drawing.css`.
 */
function Stage() {
  const { measure } = useWords('general');
  return (
    <div className="stage" aria-hidden="true">
      <svg className="floor" viewBox="-6.5 -11 13 17.5">
        <path className="grid" d={drawings.floor} />
        <path className="axis" d="M0 -10.8V6.2" />
        <path className="measure" d="M-5.9 -10.5V4.25M-6.15 -10.5h.5M-6.15 4.25h.5" />
        <text transform="translate(-6.05 -3.1) rotate(-90)">{measure}</text>
      </svg>
      {drawings.parts.map(({ name, right, left, top, detail }) => (
        <svg key={name} className={`part part-${name}`} viewBox="0 0 1 1">
          <path className="right" d={right} />
          <path className="left" d={left} />
          <path className="top" d={top} />
          <path className="detail" d={detail} />
        </svg>
      ))}
    </div>
  );
}
