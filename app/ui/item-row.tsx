import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** An entry of a list on a card: its icon, its name, facts about it, and its button. */
export function ItemRow({
  icon: Icon,
  name,
  facts,
  children,
}: {
  icon: LucideIcon;
  name: ReactNode;
  facts: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">{name}</p>
        <p className="text-ink-soft tabular-nums wrap-anywhere">{facts}</p>
      </div>
      {children}
    </li>
  );
}
