import type { ReactNode } from 'react';

import { formatCount } from '#domain/analytics/format-count.ts';
import { Definition } from '#app/ui/definition.tsx';
import { Count } from './count.tsx';

/** Figures side by side in one frame, parted by hairlines: a multiple of four, or one less. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
      {children}
    </dl>
  );
}

type FigureProps = {
  name: string;
  /** Null where it could not be loaded. */
  value: number | null | undefined;
  /** Further content that belongs to it. */
  note?: ReactNode;
  /** The meaning of the figure; absent where the name says it. */
  definition?: string;
};

export function Figure({ name, value, note, definition }: FigureProps) {
  return (
    <div className="grid content-start gap-1 bg-surface p-4 pt-3 last:odd:col-span-2">
      <dt className="flex items-center justify-between text-ink-soft">
        {name}
        {definition !== undefined && <Definition term={name}>{definition}</Definition>}
      </dt>
      <dd
        className="text-2xl font-semibold tracking-tight tabular-nums"
        title={value?.toLocaleString('en-US')}
      >
        {typeof value === 'number' ? formatCount(value) : '—'}
      </dd>
      {note && <dd className="text-ink-soft tabular-nums">{note}</dd>}
    </div>
  );
}

type CalendarViews = Record<'today' | 'visitorsToday' | 'thisWeek' | 'thisMonth', number>;

/** Views of the calendar's periods around today: the same figures, words and meaning on every screen. */
export function CalendarFigures({ views }: { views: CalendarViews }) {
  return (
    <>
      <Figure
        name="Today"
        value={views.today}
        note={
          <Count value={views.visitorsToday} words={views.visitorsToday === 1 ? 'visitor' : 'visitors'} />
        }
        definition="Views since midnight in the time zone of the site. Visitors are told apart by a hash that is deleted at midnight."
      />
      <Figure
        name="This Week"
        value={views.thisWeek}
        definition="Views since Monday in the time zone of the site."
      />
      <Figure
        name="This Month"
        value={views.thisMonth}
        definition="Views since the first day of this month in the time zone of the site."
      />
    </>
  );
}
