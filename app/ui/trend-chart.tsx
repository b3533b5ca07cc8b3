import { useState, type PointerEvent } from 'react';

type TrendPoint = { label: string; value: number; labelBefore: string; valueBefore: number };

/** Space above the highest point, so that a line never touches the frame. */
const steps = [1, 2, 2.5, 5, 10];

/** The next round number that an axis can divide by four: 4, 8, 20, 40, 100 … */
export function axisTop(highest: number): number {
  const rough = Math.max(4, highest) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = steps
    .map((factor) => factor * magnitude)
    .find((size) => size >= rough && Number.isInteger(size));
  return 4 * (step ?? Math.ceil(rough));
}

/**
 * Daily values as a line, with the last (incomplete) day dotted and the previous period dashed. Hovering shows the value
 * of a day; the caller provides the same numbers in a table below for screen readers.
 */
export function TrendChart({
  points,
  label,
  format,
}: {
  points: readonly TrendPoint[];
  /** A summary of the chart for screen readers. */
  label: string;
  format: (value: number) => string;
}) {
  const [read, setRead] = useState<number | null>(null);
  const top = axisTop(Math.max(...points.map(({ value, valueBefore }) => Math.max(value, valueBefore))));
  const last = Math.max(1, points.length - 1);
  const shown = read === null ? undefined : points[read];

  function follow(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.round(((event.clientX - left) / width) * last);
    setRead(Math.max(0, Math.min(last, index)));
  }

  return (
    <figure className="m-0 grid gap-2">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div
          aria-hidden
          className="flex h-48 flex-col justify-between text-right text-xs leading-none text-ink-soft tabular-nums"
        >
          {[4, 3, 2, 1, 0].map((quarter) => (
            <span key={quarter}>{format((top / 4) * quarter)}</span>
          ))}
        </div>
        <div
          role="img"
          aria-label={label}
          className="relative h-48"
          onPointerMove={follow}
          onPointerLeave={() => setRead(null)}
        >
          <Lines points={points} top={top} read={read} />
          {shown && read !== null && (
            <p
              className={`pointer-events-none absolute top-1 z-10 grid rounded-md border border-line bg-surface px-2 py-1 text-xs whitespace-nowrap shadow-md ${read > last / 2 ? '-translate-x-full' : ''}`}
              style={{ left: `${(read / last) * 100}%` }}
            >
              <span className="font-medium">
                {shown.label}: {shown.value.toLocaleString('en-US')}
              </span>
              <span className="text-ink-soft">
                {shown.labelBefore}: {shown.valueBefore.toLocaleString('en-US')}
              </span>
            </p>
          )}
        </div>
        <span />
        <div aria-hidden className="flex justify-between pt-1.5 text-xs text-ink-soft">
          <span>{points[0]?.label}</span>
          <span>{points[Math.floor(last / 2)]?.label}</span>
          <span>{points[last]?.label}</span>
        </div>
      </div>
      <Legend />
    </figure>
  );
}

/** @param top where the axis ends */
function Lines({ points, top, read }: { points: readonly TrendPoint[]; top: number; read: number | null }) {
  const last = Math.max(1, points.length - 1);
  const line = (of: (point: TrendPoint) => number, from = 0, to = points.length) =>
    points
      .map((point, index) => `${(index / last) * 100},${100 - (of(point) / top) * 100}`)
      .slice(from, to)
      .join(' ');
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible fill-none [&>*]:[vector-effect:non-scaling-stroke]"
    >
      <path d="M0 0h100M0 25h100M0 50h100M0 75h100M0 100h100" className="stroke-line" />
      <polyline
        points={line(({ valueBefore }) => valueBefore)}
        className="stroke-line-strong"
        strokeWidth="1.5"
        strokeDasharray="4 4"
      />
      <polyline
        points={line(({ value }) => value, 0, points.length - 1)}
        className="stroke-signal"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {/* The last day is incomplete, so its value must not look like a drop. */}
      <polyline
        points={line(({ value }) => value, points.length - 2)}
        className="stroke-signal"
        strokeWidth="2"
        strokeDasharray="2 3"
      />
      {read !== null && <path d={`M${(read / last) * 100} 0v100`} className="stroke-ink-soft" />}
    </svg>
  );
}

function Legend() {
  return (
    <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft [&>span]:inline-flex [&>span]:items-center [&>span]:gap-2 [&>span]:before:w-5 [&>span]:before:border-t-2">
      <span className="before:border-signal">This period</span>
      <span className="before:border-dashed before:border-line-strong">The period before</span>
    </figcaption>
  );
}
