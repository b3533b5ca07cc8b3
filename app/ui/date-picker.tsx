import { Calendar as CalendarIcon, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { useAnchoredPopover } from './anchored-popover.ts';
import { Button, IconButton } from './button.tsx';

/** A day (`YYYY-MM-DD`, or '' for none) behind a button that opens a calendar. */
export function DatePicker({
  label,
  placeholder,
  day,
  today,
  onChange,
}: {
  label: string;
  placeholder: string;
  day: string;
  today: string;
  onChange: (day: string) => void;
}) {
  const id = useId();
  const { isOpen, close, anchorProps, panelProps } = useAnchoredPopover<HTMLDialogElement>('start', (shown) =>
    shown.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus(),
  );

  function choose(chosen: string) {
    onChange(chosen);
    close();
  }

  return (
    <div className="grid gap-1">
      <span id={`${id}-label`} className="font-medium">
        {label}
      </span>
      <button
        {...anchorProps}
        id={`${id}-button`}
        type="button"
        aria-haspopup="dialog"
        {...(day === ''
          ? { 'aria-describedby': `${id}-label` }
          : { 'aria-labelledby': `${id}-label ${id}-button` })}
        className="flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 py-1 text-left hover:bg-sunken"
      >
        <CalendarIcon className="size-4 shrink-0 text-ink-soft" />
        <span className={`truncate ${day === '' ? 'text-ink-soft' : ''}`}>
          {day === '' ? placeholder : written(day, { month: 'long', day: 'numeric', year: 'numeric' })}
        </span>
      </button>
      <dialog
        {...panelProps}
        aria-label="Calendar"
        className="fixed inset-auto m-0 rounded-lg border border-line-strong bg-surface p-3 text-ink shadow-lg empty:hidden"
      >
        {isOpen && <Calendar selected={day} today={today} onPick={choose} />}
        {isOpen && day !== '' && (
          <Button className="mt-2" onClick={() => choose('')}>
            Clear
          </Button>
        )}
      </dialog>
    </div>
  );
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type CalendarProps = { selected: string; today: string; onPick: (day: string) => void };

/** A month to pick one day from. One day is in the tab order; arrow keys, Page Up and Page Down move from there. */
function Calendar(calendar: CalendarProps) {
  const { selected, today } = calendar;
  const [cursor, setCursor] = useState(selected || today);
  const isByKey = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  const title = useId();

  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isByKey.current = false;
  });

  return (
    <div className="grid gap-2">
      <MonthBar id={title} cursor={cursor} onMove={setCursor} />
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid with keyboard navigation
        role="grid"
        aria-labelledby={title}
        onKeyDown={(event) => {
          const target = dayByKey(cursor, event.key, event.shiftKey);
          if (target === null || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          isByKey.current = true;
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
          {weeksOf(cursor).map(([sunday, ...others]) => (
            <tr key={sunday}>
              {[sunday, ...others].map((day) => (
                <td key={day} aria-selected={day === selected} className="p-0">
                  {day.slice(0, 7) === cursor.slice(0, 7) && <Day day={day} cursor={cursor} {...calendar} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MonthBar({ id, cursor, onMove }: { id: string; cursor: string; onMove: (day: string) => void }) {
  return (
    <div className="flex items-center justify-between">
      <IconButton
        icon={ChevronLeft}
        label="Previous"
        title="Previous month"
        onClick={() => onMove(monthsLater(cursor, -1))}
      />
      <p id={id} aria-live="polite" className="font-semibold">
        {written(cursor, { month: 'long', year: 'numeric' })}
      </p>
      <IconButton
        icon={ChevronRight}
        label="Next"
        title="Next month"
        onClick={() => onMove(monthsLater(cursor, 1))}
      />
    </div>
  );
}

function Day({ day, cursor, selected, today, onPick }: CalendarProps & { day: string; cursor: string }) {
  const current = day === today ? 'font-semibold text-signal underline underline-offset-4' : '';
  return (
    <button
      type="button"
      tabIndex={day === cursor ? 0 : -1}
      aria-label={written(day, { dateStyle: 'full' })}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onPick(day)}
      className={`flex h-8 w-9 cursor-pointer items-center justify-center rounded-md tabular-nums ${
        day === selected ? 'bg-signal font-semibold text-on-signal' : `hover:bg-sunken ${current}`
      }`}
    >
      {Number(day.slice(8))}
    </button>
  );
}

const daysByKey: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** The day that a key of the calendar moves to, with Shift by years; null for other keys. Pure. */
export function dayByKey(day: string, key: string, withShift = false): string | null {
  if (key === 'PageUp' || key === 'PageDown')
    return monthsLater(day, (key === 'PageUp' ? -1 : 1) * (withShift ? 12 : 1));
  const days = daysByKey[key];
  return days === undefined ? null : daysLater(day, days);
}

/** The days of the weeks of a month, from Sunday to Saturday, with those of its neighbors at both ends. Pure. */
export function weeksOf(day: string): [string, ...string[]][] {
  const first = `${day.slice(0, 8)}01`;
  const sunday = daysLater(first, -utc(first).getUTCDay());
  const weeks = Array.from({ length: 6 }, (_, week) => daysLater(sunday, 7 * week));
  return weeks
    .filter((start) => start < monthsLater(first, 1))
    .map((start) => [start, ...weekdays.slice(1).map((_, index) => daysLater(start, index + 1))]);
}

/** The same date in another month, or the last day of a shorter one; days beyond the year 9999 stay as they are. */
function monthsLater(day: string, months: number): string {
  const [moved, last] = [utc(day), utc(day)];
  moved.setUTCMonth(moved.getUTCMonth() + months);
  last.setUTCMonth(last.getUTCMonth() + months + 1, 0);
  return dayOf(moved < last ? moved : last) ?? day;
}

function daysLater(day: string, days: number): string {
  const moved = utc(day);
  moved.setUTCDate(moved.getUTCDate() + days);
  return dayOf(moved) ?? day;
}

function dayOf(date: Date): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(date.toISOString())?.[0] ?? null;
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function written(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(utc(day));
}
