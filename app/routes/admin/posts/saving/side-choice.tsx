import { useId, type ReactNode } from 'react';

import type { Side } from '../differences/field-differences.ts';

const labels: Record<Side, string> = { mine: 'Mine', theirs: 'Theirs', both: 'Both' };

/** One part of a post, or one place of its body, side by side, to choose from. */
export function SideChoice({
  name,
  comparison,
  options,
  none,
  chosen,
  onChoose,
}: {
  name: string;
  /** The differences word by word; null where the two texts are enough. */
  comparison: ReactNode;
  options: readonly { side: Side; text: string }[];
  /** Shown in place of an empty text. */
  none: string;
  chosen: string;
  onChoose: (side: Side) => void;
}) {
  const group = useId();
  return (
    <fieldset className="grid min-w-0 gap-2 border-t border-line pt-3">
      <legend className="float-left font-semibold text-ink">{name}</legend>
      {comparison !== null && (
        <div className="rounded-md bg-sunken px-3 py-2">
          <p className="text-xs">From theirs to yours</p>
          {comparison}
        </div>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ side, text }) => (
          <label
            key={side}
            className={`flex min-h-11 cursor-pointer items-start gap-2 rounded-md border px-3 py-2 ${
              side === 'both' ? 'sm:col-span-2' : ''
            } ${chosen === side ? 'border-signal bg-signal/6' : 'border-line-strong'}`}
          >
            <input
              type="radio"
              name={group}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="mt-1 accent-signal"
            />
            <span className="w-12 shrink-0 font-medium text-ink">{labels[side]}</span>
            <span dir="auto" className="line-clamp-4 min-w-0 whitespace-pre-wrap wrap-anywhere">
              {text === '' ? none : text}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
