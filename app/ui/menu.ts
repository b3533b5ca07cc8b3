import type { KeyboardEvent } from 'react';

import { useAnchoredPopover } from './anchored-popover.ts';

/**
 * A button with a menu of items (`[role^=menuitem]`): arrow keys, Home, End and type-ahead move the focus, which begins at
 * the checked item or the first one.
 */
export function useMenu(align: 'start' | 'end') {
  const { anchorProps, panelProps, ...popover } = useAnchoredPopover<HTMLDivElement>(align, (menu) => {
    const items = itemsOf(menu);
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  });
  return {
    ...popover,
    anchorProps: {
      ...anchorProps,
      'aria-haspopup': 'menu' as const,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        popover.open();
      },
    },
    panelProps: {
      ...panelProps,
      role: 'menu',
      tabIndex: -1,
      onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
        if (event.key === 'Tab') popover.close();
        moveFocus(event, itemsOf(event.currentTarget));
      },
    },
  };
}

function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

/** Arrow keys, Home, End and type-ahead move the focus among the items of a menu or a toolbar. */
export function moveFocus(event: KeyboardEvent, items: HTMLElement[]): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const current = items.findIndex((item) => item === document.activeElement);
  const target = targetOf(event.key, items, current);
  target?.focus();
  // In WebKit a key changes the words that are still selected in the text behind the control with the focus.
  const isWriting = event.key.length === 1 ? event.key !== ' ' : /^(?:Backspace|Delete)$/.test(event.key);
  if (target || isWriting) event.preventDefault();
}

function targetOf(key: string, items: HTMLElement[], current: number): HTMLElement | undefined {
  if (key === 'ArrowDown' || key === 'ArrowRight') return items[(current + 1) % items.length];
  if (key === 'ArrowUp' || key === 'ArrowLeft') return items.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const after = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return after.find((item) => nameOf(item).toLowerCase().startsWith(key.toLowerCase()));
}

function nameOf(item: HTMLElement): string {
  return item.ariaLabel ?? item.textContent.trim();
}
