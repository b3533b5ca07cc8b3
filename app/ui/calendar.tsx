import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { IconButton } from './button.tsx';
import { addMonths, dayByKey, dayName, monthGrid, monthOf, monthTitle } from './calendar-grid.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * A month to pick one day from. Days are `YYYY-MM-DD`, independent of the browser's time zone. One day is in the tab
 * order; the arrow keys, Home, End, Page Up and Page Down move from there.
 */
export function Calendar({
  selected,
  today,
  onPick,
}: {
  selected: string | null;
  today: string;
  onPick: (day: string) => void;
}) {
  const [cursor, setCursor] = useState(selected ?? today);
  const hasWalked = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const title = useId();
  const month = monthOf(cursor);

  useEffect(() => {
    if (hasWalked.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    hasWalked.current = false;
  });

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between">
        <IconButton label="Previous" title="Previous month" onClick={() => setCursor(addMonths(cursor, -1))}>
          <ChevronLeft />
        </IconButton>
        <p id={title} aria-live="polite" className="font-semibold">
          {monthTitle(month)}
        </p>
        <IconButton label="Next" title="Next month" onClick={() => setCursor(addMonths(cursor, 1))}>
          <ChevronRight />
        </IconButton>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid with keyboard navigation
        role="grid"
        aria-labelledby={title}
        onKeyDown={(event) => {
          const target = dayByKey(cursor, event.key, event.shiftKey);
          if (target === null || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          hasWalked.current = true;
          setCursor(target);
        }}
      >
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th
                key={weekday}
                scope="col"
                abbr={weekday}
                className="h-7 w-9 text-xs font-normal text-ink-soft"
              >
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) =>
                day === null ? (
                  // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label -- an empty cell is identified by its weekday
                  <td key={weekday} />
                ) : (
                  <td key={day} aria-selected={day === selected} className="p-0">
                    <button
                      type="button"
                      tabIndex={day === cursor ? 0 : -1}
                      aria-label={dayName(day)}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onPick(day)}
                      className={`flex h-8 w-9 cursor-pointer items-center justify-center rounded-md tabular-nums ${
                        day === selected
                          ? 'bg-signal font-semibold text-on-signal'
                          : `hover:bg-sunken ${day === today ? 'font-semibold text-signal underline underline-offset-4' : ''}`
                      }`}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
