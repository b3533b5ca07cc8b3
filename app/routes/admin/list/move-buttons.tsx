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
  count: number;
  onMove: (by: -1 | 1) => void;
}) {
  return ([-1, 1] as const).map((by) => (
    <IconButton
      icon={by === -1 ? ArrowUp : ArrowDown}
      key={by}
      label={`Move ${name} ${by === -1 ? 'up' : 'down'}`}
      data-move={id}
      data-by={by}
      disabled={index + by < 0 || index + by >= count}
      onClick={() => onMove(by)}
    />
  ));
}

/** Focuses the button that moves an entry on in the same direction; at the end of the list, the other one. */
export function focusMoveButton(id: string, by: -1 | 1): void {
  const own = `[data-move="${id}"]:not(:disabled)`;
  const same = document.querySelector<HTMLElement>(`${own}[data-by="${by}"]`);
  (same ?? document.querySelector<HTMLElement>(own))?.focus();
}
