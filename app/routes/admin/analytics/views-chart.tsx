import type { DayOfPeriod } from '#domain/analytics/periods.ts';
import { formatLongDate } from '#domain/fields/dates.ts';
import { formatCount } from '#domain/analytics/format-count.ts';
import { Card } from '#app/ui/card.tsx';
import { TrendChart } from '#app/ui/trend-chart.tsx';
import { Count } from './count.tsx';

/** `Nov 27`. */
function shortDayName(day: string): string {
  return formatLongDate(day).replace(/^(\w{3})\w*( \d+),.*/, '$1$2');
}

/** Views by day beside the period before, and the same as a table. */
export function ViewsChart({ days }: { days: readonly DayOfPeriod[] }) {
  const views = days.reduce((sum, day) => sum + day.views, 0);
  const before = days.reduce((sum, day) => sum + day.viewsBefore, 0);
  const rows = days.map((day) => ({
    label: shortDayName(day.day),
    value: day.views,
    labelBefore: shortDayName(day.dayBefore),
    valueBefore: day.viewsBefore,
  }));
  const said = `Views in the last ${days.length} days: ${count(views)}. In the ${days.length} days before: ${count(before)}.`;
  return (
    <Card
      title="Views by day"
      definition="Views of each day of the period, and of the same day of the period before it. Days begin at midnight in the time zone of the site; the last one is not over."
      actions={<Change views={views} before={before} />}
    >
      <TrendChart label={said} format={formatCount} points={rows} />
      <details>
        <summary className="w-fit cursor-pointer rounded-sm text-ink-soft hover:text-ink">
          Show as a table
        </summary>
        <div className="mt-2">
          <table className="w-full text-right tabular-nums">
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
              {rows.map((row) => (
                <tr key={row.label} className="border-t border-line">
                  <th scope="row" className="py-1 text-left font-normal">
                    {row.label}
                  </th>
                  <td title={count(row.value)}>{formatCount(row.value)}</td>
                  <td>{row.labelBefore}</td>
                  <td title={count(row.valueBefore)}>{formatCount(row.valueBefore)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Card>
  );
}

function Change({ views, before }: { views: number; before: number }) {
  const said = <Count value={views} words={views === 1 ? 'view' : 'views'} />;
  if (before === 0) return <span className="text-ink-soft tabular-nums">{said}</span>;
  const percent = Math.round(((views - before) / before) * 100);
  return (
    <span className="text-ink-soft tabular-nums">
      {said}, {percent === 0 ? '±' : percent < 0 ? '−' : '+'}
      {count(Math.abs(percent))} %
    </span>
  );
}

function count(figure: number): string {
  return figure.toLocaleString('en-US');
}
