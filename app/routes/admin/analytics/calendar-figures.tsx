import { Count } from './count.tsx';
import { Figure } from './figure.tsx';

type CalendarViews = Record<'today' | 'visitorsToday' | 'thisWeek' | 'thisMonth', number>;

/** Views of the calendar's periods around today: the same figures, words and meaning on every screen. */
export function CalendarFigures({ views }: { views: CalendarViews }) {
  const { today, visitorsToday } = views;
  return (
    <>
      <Figure
        name="Today"
        value={today}
        note={<Count value={visitorsToday} words={visitorsToday === 1 ? 'visitor' : 'visitors'} />}
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
