import { ArrowDown, ArrowUp } from 'lucide-react';

import { IconButton } from '#app/ui/button.tsx';

/** Two buttons that move an entry of a list by one place. @param id tells its buttons from those of other entries */
export function MoveButtons({
  id,
  name,
  index,
  count,
  onMove,
}: {
  id: string;
  name: string;
  index: number;
  /** How many entries the list has. */
  count: number;
  onMove: (by: -1 | 1) => void;
}) {
  return (
    <>
      <IconButton
        label={`Move ${name} up`}
        data-move={id}
        data-by={-1}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        data-move={id}
        data-by={1}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      >
        <ArrowDown />
      </IconButton>
    </>
  );
}

/** Focuses the button that moves an entry on in the same direction; at the end of the list, the other one. */
export function focusMoveButton(id: string, by: -1 | 1): void {
  const own = `[data-move="${id}"]:not(:disabled)`;
  const same = document.querySelector<HTMLElement>(`${own}[data-by="${by}"]`);
  (same ?? document.querySelector<HTMLElement>(own))?.focus();
}
