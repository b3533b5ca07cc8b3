import { useEffect, useRef, type ComponentProps } from 'react';

import { SelectField, TextField } from '#app/ui/field.tsx';

/** Milliseconds of quiet after the last letter before the server is asked. */
const typingPause = 200;

/** A chooser that is narrowed by words where there is more to choose from than a list can hold. */
export function FoundSelect({
  label,
  isLong,
  onFind,
  ...rest
}: ComponentProps<typeof SelectField> & { label: string; isLong: boolean; onFind: (words: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <div className="grid gap-1.5">
      {isLong && (
        <TextField
          label={`Find ${label}`}
          type="search"
          autoComplete="off"
          maxLength={120}
          onChange={({ currentTarget: { value } }) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => onFind(value), typingPause);
          }}
        />
      )}
      <SelectField label={label} {...rest} />
    </div>
  );
}

/** The address of what the list can be filtered by, found by words. */
export function choicesAddress(find: { category?: string; author?: string } = {}): string {
  return `/admin/posts/choices?${new URLSearchParams(find)}`;
}
