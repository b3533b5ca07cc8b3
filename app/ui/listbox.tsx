import type { ReactNode } from 'react';

type Props<Item> = {
  /** The id of the list; an option has it with its index. */
  id: string;
  label: string;
  items: readonly Item[];
  /** The index of the option that the keys have reached. */
  current: number;
  keyOf: (item: Item) => string;
  onChoose: (item: Item) => void;
  className: string;
  /** In place of options. */
  empty?: ReactNode;
  children: (item: Item) => ReactNode;
};

/** The options of a field with `role="combobox"`, which keeps the focus and takes the keys. */
export function Listbox<Item>({
  id,
  label,
  items,
  current,
  keyOf,
  onChoose,
  className,
  empty,
  children,
}: Props<Item>) {
  return (
    <div id={id} role="listbox" aria-label={label} className={`overflow-y-auto ${className}`}>
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and takes the keys
        <div
          key={keyOf(item)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-ink hover:bg-sunken aria-selected:bg-sunken max-sm:min-h-11"
        >
          {children(item)}
        </div>
      ))}
      {items.length === 0 && empty}
    </div>
  );
}

/** Where a key leads from an option, round at the ends; null for a key that leads nowhere. */
export function nextOption(key: string, current: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  return step === undefined ? null : (current + step + count) % (count || 1);
}
