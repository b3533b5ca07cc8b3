import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';

import { moveFocus } from '#app/ui/menu.ts';

/**
 * Controls as one stop of the Tab key; `moveFocus` moves among them (ARIA Authoring Practices, toolbar
 * pattern). Every button inside is a control.
 */
export function RovingToolbar({
  label,
  className,
  onEscape,
  children,
}: {
  label: string;
  className: string;
  onEscape: () => void;
  children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement | null>(null);

  /** One control takes part in the order of the Tab key: the last that had the focus, or the first. */
  useLayoutEffect(() => {
    if (bar.current) makeOneStop(bar.current, current.current);
  });

  function noteFocus(event: FocusEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLElement) || !controlsOf(event.currentTarget).includes(event.target))
      return;
    current.current = event.target;
    makeOneStop(event.currentTarget, event.target);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const controls = controlsOf(event.currentTarget);
    if (!controls.some((control) => control === event.target)) return;
    if (event.key === 'Escape') onEscape();
    moveFocus(event, controls);
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      tabIndex={-1}
      onFocus={noteFocus}
      onKeyDown={onKeyDown}
      className={className}
    >
      {children}
    </div>
  );
}

/** Buttons of open menus are not the toolbar's own. */
function controlsOf(bar: HTMLElement): HTMLElement[] {
  return Array.from(bar.querySelectorAll<HTMLElement>('button')).filter(
    (button) => !button.closest('[popover]'),
  );
}

function makeOneStop(bar: HTMLElement, wanted: HTMLElement | null) {
  const controls = controlsOf(bar);
  const stop = wanted && controls.includes(wanted) ? wanted : controls[0];
  for (const control of controls) control.tabIndex = control === stop ? 0 : -1;
}
