import { Info } from 'lucide-react';

import { useAnchoredPopover } from './anchored-popover.ts';

/** A small button beside a term that opens its definition by pointer, touch or keyboard. */
export function Definition({ term, children }: { term: string; children: string }) {
  const { isOpen, anchorProps, panelProps } = useAnchoredPopover<HTMLParagraphElement>('start', () => {});
  return (
    <>
      <button
        {...anchorProps}
        type="button"
        aria-label={`What ${term} means`}
        aria-describedby={isOpen ? panelProps.id : undefined}
        title={children}
        className="inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <Info className="size-3.5" />
      </button>
      <p
        {...panelProps}
        role="status"
        className="fixed inset-auto m-0 max-w-72 rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink shadow-lg empty:hidden"
      >
        {isOpen && children}
      </p>
    </>
  );
}
