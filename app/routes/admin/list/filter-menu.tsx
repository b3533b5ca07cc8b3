import { ListFilter, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useAnchoredPopover } from '#app/ui/anchored-popover.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { changed } from './list-address.ts';
import { useListParams } from './use-list-params.ts';

/** A button that opens the filter of a list, whose fields are the children. Each choice takes effect at once. */
export function FilterMenu({
  label,
  onOpen,
  children,
}: {
  label: string;
  onOpen?: () => void;
  children: ReactNode;
}) {
  const { isOpen, anchorProps, panelProps } = useAnchoredPopover<HTMLDivElement>('start', (shown) => {
    shown.querySelector('select')?.focus();
    onOpen?.();
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
        {isOpen && <div className="grid gap-3">{children}</div>}
      </div>
    </>
  );
}

/** A current filter: the parameters of the address that it stands for, its label and what is chosen; '' for nothing. */
export type FilterChip = { names: readonly string[]; label: string; value: string };

/** The current filters, each with a link that removes it. */
export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const params = useListParams();
  return chips
    .filter(({ value }) => value !== '')
    .map(({ names, label, value }) => (
      <Link
        key={label}
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
    ));
}
