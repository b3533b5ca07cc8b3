import { Calendar as CalendarIcon } from 'lucide-react';
import { useId } from 'react';

import { useAnchoredPopover } from './anchored-popover.ts';
import { Button } from './button.tsx';
import { Calendar } from './calendar.tsx';
import { dayTitle } from './calendar-grid.ts';

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
  const { anchor, panel, isOpen, close, anchorProps, onToggle } = useAnchoredPopover<
    HTMLButtonElement,
    HTMLDialogElement
  >('start', (shown) => shown.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus());

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
        ref={anchor}
        id={`${id}-button`}
        type="button"
        aria-haspopup="dialog"
        {...anchorProps}
        {...(day === ''
          ? { 'aria-describedby': `${id}-label` }
          : { 'aria-labelledby': `${id}-label ${id}-button` })}
        className="flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 py-1 text-left hover:bg-sunken"
      >
        <CalendarIcon className="size-4 shrink-0 text-ink-soft" />
        <span className={`truncate ${day === '' ? 'text-ink-soft' : ''}`}>
          {day === '' ? placeholder : dayTitle(day)}
        </span>
      </button>
      <dialog
        ref={panel}
        popover="auto"
        aria-label="Calendar"
        onToggle={onToggle}
        className="fixed inset-auto m-0 rounded-lg border border-line-strong bg-surface p-3 text-ink shadow-lg"
      >
        {isOpen && (
          <>
            <Calendar selected={day === '' ? null : day} today={today} onPick={choose} />
            <div className="mt-2 flex justify-between border-t border-line pt-2">
              <Button variant="quiet" disabled={day === ''} onClick={() => choose('')}>
                Clear
              </Button>
              <Button variant="quiet" onClick={() => choose(today)}>
                Today
              </Button>
            </div>
          </>
        )}
      </dialog>
    </div>
  );
}
