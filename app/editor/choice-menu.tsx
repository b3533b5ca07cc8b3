import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';

import { useAnchoredPopover } from '#app/ui/anchored-popover.ts';
import { ControlButton } from './control.tsx';

export type Choice = {
  name: string;
  /** Absent for a choice that does something once. */
  isChosen?: boolean;
  icon?: LucideIcon;
  canRun?: boolean;
  /** What the words beside it look like. */
  sample?: ReactNode;
  /** Ends with the focus where one goes on. */
  choose: () => void;
};

/** A control with several choices, of which one holds. */
export function ChoiceMenu({
  name,
  choices,
  columns = 1,
  children,
}: {
  name: string;
  choices: readonly Choice[];
  columns?: 1 | 2;
  /** What the button shows. */
  children: ReactNode;
}) {
  const { anchor, panel, isOpen, open, close, anchorProps, onToggle } = useAnchoredPopover<
    HTMLButtonElement,
    HTMLDivElement
  >('start', (menu) => {
    const items = itemsOf(menu);
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  });

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // The toolbar around it has arrows of its own.
    event.stopPropagation();
    if (event.key === 'Tab') return close();
    const items = itemsOf(event.currentTarget);
    const target = targetOf(
      event.key,
      items,
      items.findIndex((item) => item === document.activeElement),
    );
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <>
      <ControlButton
        ref={anchor}
        name={name}
        aria-haspopup="menu"
        {...anchorProps}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
      >
        {children}
        <ChevronDown className="size-3! opacity-70" />
      </ControlButton>
      <div
        ref={panel}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={name}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
        className={`look-sample fixed inset-auto m-0 max-h-[min(24rem,70vh)] gap-px overflow-y-auto rounded-md border border-line-strong bg-surface p-1 text-ink shadow-lg open:grid ${columns === 2 ? 'grid-cols-2' : ''}`}
      >
        {isOpen &&
          choices.map((choice) => (
            <button
              key={choice.name}
              type="button"
              role={choice.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={choice.isChosen}
              aria-disabled={choice.canRun === false ? true : undefined}
              aria-label={choice.name}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (choice.canRun === false) return;
                panel.current?.hidePopover();
                choice.choose();
              }}
              className="flex min-h-8 max-sm:min-h-11 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-left whitespace-nowrap hover:bg-sunken focus:bg-sunken aria-disabled:opacity-40"
            >
              {choice.icon ? (
                <choice.icon className="size-4 shrink-0 text-ink-soft" />
              ) : (
                <Check className={`size-3.5 shrink-0 text-ink-soft ${choice.isChosen ? '' : 'invisible'}`} />
              )}
              {choice.sample ?? choice.name}
            </button>
          ))}
      </div>
    </>
  );
}

function itemsOf(menu: Element): HTMLElement[] {
  return Array.from(menu.querySelectorAll<HTMLElement>('[role^=menuitem]'));
}

function targetOf(key: string, items: HTMLElement[], current: number): HTMLElement | undefined {
  if (key === 'ArrowDown' || key === 'ArrowRight') return items[(current + 1) % items.length];
  if (key === 'ArrowUp' || key === 'ArrowLeft') return items.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return after.find((item) => item.ariaLabel?.toLowerCase().startsWith(key.toLowerCase()));
}
