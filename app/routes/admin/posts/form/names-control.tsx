import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';

import { TextArea } from '#app/ui/field.tsx';

/** Names offered at once. */
const maxOffered = 8;

/** Names, one on each line, and those in use elsewhere to add by a click. */
export function NamesControl({
  value,
  inUse,
  onChange,
  ...control
}: ComponentProps<typeof TextArea> & {
  value: string;
  inUse: readonly string[];
  onChange: (event: { currentTarget: { value: string } }) => void;
}) {
  const lines = value.split('\n').filter((line) => line.trim() !== '');
  const offered = inUse.filter((name) => !lines.includes(name)).slice(0, maxOffered);
  return (
    <div className="grid content-start gap-1.5">
      <TextArea {...control} value={value} onChange={onChange} rows={3} hint="One on each line." />
      {offered.length > 0 && (
        <div role="group" aria-label={`${control.label} in use`} className="flex flex-wrap gap-1">
          {offered.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => onChange({ currentTarget: { value: [...lines, name].join('\n') } })}
              className="inline-flex max-w-full cursor-pointer items-center gap-1 rounded-full border border-line px-2 py-0.5 text-ink-soft hover:border-line-strong hover:text-ink max-sm:min-h-11 max-sm:px-3"
            >
              <Plus className="size-3 shrink-0" />
              <span className="truncate">{name}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
