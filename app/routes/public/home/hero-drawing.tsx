import { siteContent } from '#app/site-content.ts';
import { boxFaces, line, polygon, type Box } from '../cover/isometric.ts';
import notFoundStylesheet from '../stylesheets/not-found.css?url';

/**
 * Seven parts that form a robot, a rocket or a desk. Each part is drawn here at its own origin; its position in each
 * figure and the painting order are in `styles/hero-drawing.css`.
 */
const parts: { name: string; size: Pick<Box, 'w' | 'd' | 'h'>; detail: string }[] = [
  { name: 'a', size: { w: 2, d: 2, h: 4 }, detail: pillarDetail() },
  { name: 'b', size: { w: 2, d: 2, h: 4 }, detail: pillarDetail() },
  { name: 'c', size: { w: 8, d: 3, h: 1 }, detail: slabDetail() },
  { name: 'd', size: { w: 4, d: 2, h: 4 }, detail: blockDetail() },
  { name: 'e', size: { w: 1, d: 2, h: 4 }, detail: barDetail() },
  { name: 'f', size: { w: 1, d: 2, h: 4 }, detail: barDetail() },
  { name: 'g', size: { w: 2, d: 2, h: 2 }, detail: cubeDetail() },
];

const { drawing } = siteContent.hero;

const figures = [
  { id: 'as-robot', name: drawing.figures.robot },
  { id: 'as-rocket', name: drawing.figures.rocket },
  { id: 'as-desk', name: drawing.figures.desk },
];

/** The drawing of the home page: it assembles itself on load, and visitors can choose another figure. */
export function HeroDrawing() {
  return (
    <div className="hero-drawing">
      <Stage />
      <fieldset className="figures">
        <legend>{drawing.legend}</legend>
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

function Stage() {
  return (
    <div className="stage" aria-hidden="true">
      <svg className="floor" viewBox="-6.5 -11 13 17.5">
        <path className="grid" d={floorGrid()} />
        <path className="axis" d="M0 -10.8V6.2" />
        <path className="measure" d="M-5.9 -10.5V4.25M-6.15 -10.5h.5M-6.15 4.25h.5" />
        <text transform="translate(-6.05 -3.1) rotate(-90)">{drawing.measure}</text>
      </svg>
      {parts.map(({ name, size, detail }) => {
        const { top, left, right } = boxFaces({ x: 0, y: 0, z: 0, ...size }, 1);
        return (
          <svg key={name} className={`part part-${name}`} viewBox="0 0 1 1">
            <path className="right" d={right} />
            <path className="left" d={left} />
            <path className="top" d={top} />
            <path className="detail" d={detail} />
          </svg>
        );
      })}
    </div>
  );
}

function floorGrid(): string {
  const ends = [-5, -3, -1, 1, 3, 5, 7];
  return ends.map((at) => line(1, [at, -5, 0], [at, 7, 0]) + line(1, [-5, at, 0], [7, at, 0])).join('');
}

function pillarDetail(): string {
  return (
    line(1, [0, 2, 0.5], [2, 2, 0.5]) + line(1, [2, 2, 0.5], [2, 0, 0.5]) + line(1, [1, 2, 1], [1, 2, 3.5])
  );
}

function slabDetail(): string {
  return [1, 2, 3, 4, 5, 6, 7].map((x) => line(1, [x, 3, 0.35], [x, 3, 0.65])).join('');
}

function blockDetail(): string {
  const screen = polygon(1, [0.45, 2, 3.55], [3.55, 2, 3.55], [3.55, 2, 1.1], [0.45, 2, 1.1]);
  const text = line(1, [0.9, 2, 2.9], [2.4, 2, 2.9]) + line(1, [0.9, 2, 2.4], [1.8, 2, 2.4]);
  return `${screen}${text}${line(1, [0.45, 2, 0.6], [1.3, 2, 0.6])}`;
}

function barDetail(): string {
  return [1, 2, 3].map((z) => line(1, [0, 2, z], [1, 2, z]) + line(1, [1, 2, z], [1, 0, z])).join('');
}

function cubeDetail(): string {
  return eye(0.4) + eye(1.25);
}

function eye(x: number): string {
  return polygon(1, [x, 2, 1.4], [x + 0.35, 2, 1.4], [x + 0.35, 2, 0.8], [x, 2, 0.8]);
}
