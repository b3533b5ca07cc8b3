import { boxFaces, line, polygon, type Box } from '../cover/isometric.ts';

/** The small drawing beside a service; they repeat if there are more services than drawings. */
export function BuildGlyph({ index }: { index: number }) {
  const draw = glyphs[index % glyphs.length] ?? fromZero;
  return (
    <svg viewBox="-40 -44 80 88" aria-hidden="true">
      {draw()}
    </svg>
  );
}

const glyphs = [fromZero, underLoad, renewed, agentInside];
const scale = 20;

/** The first layer of a box whose outline is dotted. */
function fromZero() {
  return (
    <>
      <path className="dots" d={edges({ x: -1, y: -1, z: -1, w: 2, d: 2, h: 2 })} />
      <Solid box={{ x: -1, y: -1, z: -1, w: 2, d: 2, h: 0.5 }} />
    </>
  );
}

/** A heavy block on columns. */
function underLoad() {
  const columns = [
    [-0.9, -0.9],
    [0.5, -0.9],
    [-0.9, 0.5],
    [0.5, 0.5],
  ] as const;
  return (
    <>
      <Solid box={{ x: -1.1, y: -1.1, z: -1.2, w: 2.2, d: 2.2, h: 0.2 }} />
      {columns.map(([x, y]) => (
        <Solid key={`${x} ${y}`} box={{ x, y, z: -1, w: 0.4, d: 0.4, h: 0.9 }} />
      ))}
      <Solid box={{ x: -1.1, y: -1.1, z: -0.1, w: 2.2, d: 2.2, h: 0.2 }} />
      <Solid box={{ x: -0.6, y: -0.6, z: 0.1, w: 1.2, d: 1.2, h: 0.9 }} />
    </>
  );
}

/** A box of two halves, one dotted (old) and one solid (new). */
function renewed() {
  return (
    <>
      <path className="dots" d={edges({ x: -1, y: -1, z: -1, w: 2, d: 1, h: 2 })} />
      <Solid box={{ x: -1, y: 0, z: -1, w: 2, d: 1, h: 2 }} />
      <path
        className="line"
        d={line(scale, [-0.5, 1, -1], [-0.5, 1, 1]) + line(scale, [0.5, 1, -1], [0.5, 1, 1])}
      />
    </>
  );
}

/** A small cube inside the frame of a larger one. */
function agentInside() {
  const core = boxFaces({ x: -0.45, y: -0.45, z: -0.45, w: 0.9, d: 0.9, h: 0.9 }, scale);
  return (
    <>
      <path className="line" d={edges({ x: -1, y: -1, z: -1, w: 2, d: 2, h: 2 })} />
      <path className="face" d={core.left + core.right} />
      <path className="signal" d={core.top} />
    </>
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
      </text>
      <text className="on-signal" x="297" y="122" textAnchor="middle">
        {ours}
      </text>
    </svg>
  );
}

/** A dotted box on a grid: something still to be built. */
export function OpenDrawing() {
  const box = { x: -1, y: -1, z: 0, w: 2, d: 2, h: 2 };
  const ends = [-3, -2, -1, 0, 1, 2, 3];
  const floor = ends
    .map((at) => line(60, [at, -3, 0], [at, 3, 0]) + line(60, [-3, at, 0], [3, at, 0]))
    .join('');
  return (
    <svg className="open" viewBox="-160 -185 320 370" aria-hidden="true">
      <path className="fine" d={floor} />
      <path className="dots" d={edges(box, 60)} />
      <path className="signal" d="M0-126a6 6 0 1 0 .1 0Z" />
    </svg>
  );
}

function Solid({ box }: { box: Box }) {
  const { top, left, right } = boxFaces(box, scale);
  return <path className="face" d={top + left + right} />;
}

/** All twelve edges of a box, including the hidden ones. */
function edges({ x, y, z, w, d, h }: Box, at = scale): string {
  const ring = (level: number) =>
    polygon(at, [x, y, level], [x + w, y, level], [x + w, y + d, level], [x, y + d, level]);
  const uprights = [
    [x, y],
    [x + w, y],
    [x + w, y + d],
    [x, y + d],
  ] as const;
  return ring(z) + ring(z + h) + uprights.map(([px, py]) => line(at, [px, py, z], [px, py, z + h])).join('');
}
