import { ListFilter, X } from 'lucide-react';
import { Link } from 'react-router';

import { useAnchoredPopover } from '#app/ui/anchored-popover.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { changed } from './list-address.ts';
import { useChangeList, useListParams } from './use-list-params.ts';

/** A parameter of the address, its label and its choices, the first of which is no filter. */
export type Filter = { name: string; label: string; choices: readonly (readonly [string, string])[] };

/** A current filter: the parameters of the address that it stands for, its label and what is chosen; '' for nothing. */
export type FilterChip = { names: readonly string[]; label: string; value: string };

/**
 * A button that opens the filters of a list, each of which takes effect at once; then the current ones, each with a link
 * that removes it.
 * @param others filters that other screens link to
 */
export function ListFilters({
  label,
  filters,
  others = [],
  onOpen,
}: {
  label: string;
  filters: readonly Filter[];
  others?: readonly FilterChip[];
  onOpen?: () => void;
}) {
  // A choice is shown at once, before its list is loaded.
  const params = useListParams();
  const change = useChangeList();
  const { isOpen, anchorProps, panelProps } = useAnchoredPopover<HTMLDivElement>('start', (shown) => {
    shown.querySelector('select')?.focus();
    onOpen?.();
  });
  const chosen = filters.map(({ name, label: words, choices }): FilterChip => {
    const choice = choices.find(([value]) => value !== '' && value === params.get(name));
    return { names: [name], label: words, value: choice?.[1] ?? '' };
  });
  return (
    <>
      <button {...anchorProps} type="button" aria-haspopup="dialog" className={buttonClass('secondary')}>
        <ListFilter />
        Filter
      </button>
      <div
        {...panelProps}
        role="dialog"
        aria-label={label}
        className="fixed inset-auto m-0 w-64 rounded-lg border border-line-strong bg-surface p-3 text-ink shadow-lg empty:hidden"
      >
        {isOpen && (
          <div className="grid gap-3">
            {filters.map(({ name, label: words, choices }) => (
              <SelectField
                key={name}
                label={words}
                value={params.get(name) ?? ''}
                onChange={({ currentTarget: { value } }) => change({ [name]: value })}
                options={choices}
              />
            ))}
          </div>
        )}
      </div>
      {[...chosen, ...others]
        .filter(({ value }) => value !== '')
        .map((chip) => (
          <Chip key={chip.label} {...chip} />
        ))}
    </>
  );
}

function Chip({ names, label, value }: FilterChip) {
  const params = useListParams();
  return (
    <Link
      to={changed(params, Object.fromEntries([...names, 'page'].map((name) => [name, null])))}
      replace
      preventScrollReset
      className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2.5 hover:border-line-strong"
    >
      <span className="shrink-0 text-ink-soft">
        <span className="sr-only">Remove filter </span>
        {label}:
      </span>
      <span className="truncate font-medium">{value}</span>
      <X className="size-3.5 shrink-0 text-ink-soft" />
    </Link>
  );
}
