import type { ComponentProps } from 'react';
import { href } from 'react-router';

import { useDebounced } from '#app/routes/admin/hooks/use-debounced.ts';
import { SelectField, TextField } from '#app/ui/field.tsx';

/** A select with a search field above it when there are too many options for one list. */
export function FoundSelect({
  label,
  isLong,
  onFind,
  ...rest
}: ComponentProps<typeof SelectField> & { label: string; isLong: boolean; onFind: (words: string) => void }) {
  const { afterTyping } = useDebounced();

  return (
    <div className="grid gap-1.5">
      {isLong && (
        <TextField
          label={`Find ${label}`}
          type="search"
          autoComplete="off"
          maxLength={120}
          onChange={({ currentTarget: { value } }) => afterTyping(() => onFind(value))}
        />
      )}
      <SelectField label={label} {...rest} />
    </div>
  );
}

/** The address of the options, found by words. */
export function choicesAddress(find: { category?: string; author?: string; tag?: string } = {}): string {
  return `${href('/admin/posts/choices')}?${new URLSearchParams(find)}`;
}
