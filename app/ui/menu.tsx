import type { KeyboardEvent, ReactNode } from 'react';

import { useAnchoredPopover } from './anchored-popover.ts';

/**
 * A button with a menu of actions. The children are `MenuItem`s (or links with `role="menuitem"` and
 * `menuItemClass`); arrow keys, Home, End and type-ahead move the focus.
 */
export function Menu({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const { anchor, panel, isOpen, open, close, anchorProps, onToggle } = useAnchoredPopover<
    HTMLButtonElement,
    HTMLDivElement
  >('end', (menu) => itemsOf(menu)[0]?.focus());

  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        {...anchorProps}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        }}
        className="inline-flex size-8 cursor-pointer items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink aria-expanded:bg-sunken aria-expanded:text-ink [&_svg]:size-4"
      >
        {icon}
      </button>
      <div
        ref={panel}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={onToggle}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('[role=menuitem]')) close();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') close();
          else moveFocus(event);
        }}
        className="fixed inset-auto m-0 min-w-40 rounded-md border border-line-strong bg-surface p-1 text-ink shadow-lg"
      >
        {isOpen && children}
      </div>
    </>
  );
}

export const menuItemClass =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1 text-left whitespace-nowrap ' +
  'hover:bg-sunken focus:bg-sunken [&_svg]:size-3.5 [&_svg]:text-ink-soft';

export function MenuItem({
  onSelect,
  danger = false,
  children,
}: {
  onSelect: () => void;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onSelect}
      className={`${menuItemClass} ${danger ? 'text-danger [&_svg]:text-danger!' : ''}`}
    >
      {children}
    </button>
  );
}

function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const items = itemsOf(event.currentTarget);
  const current = items.findIndex((item) => item === document.activeElement);
  const target = targetOf(event.key, items, current);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function targetOf(key: string, items: HTMLElement[], current: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(current + 1) % items.length];
  if (key === 'ArrowUp') return items.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return after.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}
