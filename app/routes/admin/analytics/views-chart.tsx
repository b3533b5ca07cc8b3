import { formatCount } from '#domain/analytics/format-count.ts';
import type { DayOfPeriod } from '#domain/analytics/get-analytics.ts';
import { formatLongDate } from '#domain/fields/dates.ts';
import { Card } from '#app/ui/card.tsx';
import { Count } from './count.tsx';

type Days = readonly DayOfPeriod[];

/** Views by day beside the period before, as lines and as a table. */
export function ViewsChart({ days }: { days: Days }) {
  const views = days.reduce((sum, day) => sum + day.views, 0);
  const before = days.reduce((sum, day) => sum + day.viewsBefore, 0);
  const percent = Math.round(((views - before) / before) * 100);
  const change = `${percent === 0 ? '±' : percent < 0 ? '−' : '+'}${exact(Math.abs(percent))} %`;
  return (
    <Card
      title="Views by day"
      definition="Views of each day of the period, and of the same day of the period before it. Days begin at midnight in the time zone of the site; the last one is not over."
      actions={
        <span className="text-ink-soft tabular-nums">
          <Count value={views} noun="view" />
          {before > 0 && `, ${change}`}
        </span>
      }
    >
      <Chart
        days={days}
        label={`Views in the last ${days.length} days: ${exact(views)}. In the ${days.length} days before: ${exact(before)}.`}
      />
      <details>
        <summary className="w-fit cursor-pointer rounded-sm text-ink-soft hover:text-ink">
          Show as a table
        </summary>
        <table className="mt-2 w-full text-right tabular-nums">
          <thead>
            <tr className="text-ink-soft">
              {['Day', 'Views', 'Day before', 'Views'].map((name, index) => (
                <th key={index} scope="col" className="py-1 text-right font-medium first:text-left">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {shortName(day.day)}
                </th>
                <td>
                  <Count value={day.views} />
                </td>
                <td>{shortName(day.dayBefore)}</td>
                <td>
                  <Count value={day.viewsBefore} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  );
}

/** @param label a summary for screen readers; pointing at a day shows its views, which the table has as well */
function Chart({ days, label }: { days: Days; label: string }) {
  const top = axisTop(Math.max(...days.flatMap(({ views, viewsBefore }) => [views, viewsBefore])));
  const last = days.length - 1;

  return (
    <figure className="m-0 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-ink-soft">
      <div aria-hidden className="flex h-60 flex-col justify-between text-right leading-none tabular-nums">
        {[4, 3, 2, 1, 0].map((quarter) => (
          <span key={quarter}>{formatCount((top / 4) * quarter)}</span>
        ))}
      </div>
      <div role="img" aria-label={label} className="relative flex h-60">
        <Lines days={days} top={top} />
        {days.map((day, index) => (
          <div
            key={day.day}
            className="group relative grow before:absolute before:inset-y-0 before:left-1/2 before:border-ink-soft hover:before:border-l"
          >
            <p
              className={`pointer-events-none absolute top-1 z-10 hidden rounded-md border border-line bg-surface px-2 py-1 whitespace-nowrap shadow-md group-hover:grid ${index > last / 2 ? 'right-1/2' : 'left-1/2'}`}
            >
              <span className="font-medium text-ink">
                {shortName(day.day)}: {exact(day.views)}
              </span>
              {shortName(day.dayBefore)}: {exact(day.viewsBefore)}
            </p>
          </div>
        ))}
      </div>
      <div aria-hidden className="col-start-2 flex justify-between pt-1.5">
        {[0, Math.floor(last / 2), last].map((at) => (
          <span key={at}>{shortName(days[at]?.day ?? '')}</span>
        ))}
      </div>
      <figcaption className="col-span-2 flex flex-wrap gap-x-5 gap-y-1 pt-2 [&>span]:inline-flex [&>span]:items-center [&>span]:gap-2 [&>span]:before:w-5 [&>span]:before:border-t-2">
        <span className="before:border-signal">This period</span>
        <span className="before:border-dashed before:border-line-strong">The period before</span>
      </figcaption>
    </figure>
  );
}

/** @param top the value at the end of the axis */
function Lines({ days, top }: { days: Days; top: number }) {
  const last = days.length - 1;
  const line = (of: 'views' | 'viewsBefore', from = 0, to = days.length) =>
    days
      .map((day, index) => `${((index + 0.5) / days.length) * 100},${100 - (day[of] / top) * 100}`)
      .slice(from, to)
      .join(' ');
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible fill-none [&>*]:[vector-effect:non-scaling-stroke]"
    >
      <path d="M0 0h100M0 25h100M0 50h100M0 75h100M0 100h100" className="stroke-line" />
      <g
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-signal *:[vector-effect:non-scaling-stroke]"
      >
        <polyline points={line('viewsBefore')} className="stroke-line-strong" strokeDasharray="4 4" />
        <polyline points={line('views', 0, last)} />
        {/* The last day is incomplete, so its value must not look like a drop. */}
        <polyline points={line('views', last - 1)} strokeDasharray="2 3" />
      </g>
    </svg>
  );
}

/** The next round number that an axis can divide by four: 4, 8, 20, 40, 100 … */
export function axisTop(max: number): number {
  const rough = Math.max(4, max) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude);
  return 4 * (step.find((size) => size >= rough && Number.isInteger(size)) ?? Math.ceil(rough));
}

/** `Nov 27`. */
function shortName(day: string): string {
  return formatLongDate(day).replace(/^(\w{3})\w*( \d+),.*/, '$1$2');
}

function exact(figure: number): string {
  return figure.toLocaleString('en-US');
}
