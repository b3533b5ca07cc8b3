import drawings from './drawings.json' with { type: 'json' };

/** The small drawing beside a service; they repeat if there are more services than drawings. */
export function ServiceDrawing({ index }: { index: number }) {
  return (
    <svg viewBox="-40 -44 80 88" aria-hidden="true">
      <Strokes of={drawings.services[index % drawings.services.length] ?? []} />
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
      </text>
      <text className="on-signal" x="297" y="122" textAnchor="middle">
        {ours}
      </text>
    </svg>
  );
}

/** A dotted box on a grid: something still to be built. */
export function OpenDrawing() {
  return (
    <svg className="open" viewBox="-160 -185 320 370" aria-hidden="true">
      <Strokes of={drawings.open} />
    </svg>
  );
}

function Strokes({ of: strokes }: { of: { pen: string; path: string }[] }) {
  return strokes.map(({ pen, path }) => <path key={path} className={pen} d={path} />);
}
