import {
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';

import { keepFromText } from '#app/ui/menu.tsx';

/**
 * Controls as one stop of the Tab key; arrows, Home and End move among them (ARIA Authoring Practices, toolbar
 * pattern). Every button inside is a control.
 */
export function RovingToolbar({
  ref,
  label,
  className,
  onEscape,
  children,
}: {
  ref?: Ref<HTMLDivElement>;
  label: string;
  className: string;
  onEscape: () => void;
  children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement | null>(null);
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

  function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
    keepFromText(event);
    const controls = controlsOf(event.currentTarget);
    const at = controls.findIndex((control) => control === event.target);
    if (at === -1) return;
    if (event.key === 'Escape') onEscape();
    const to = targetOf(event.key, at, controls.length);
    if (to === null) return;
    event.preventDefault();
    controls[to]?.focus();
  }

  return (
    <div
      ref={(element) => {
        bar.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      role="toolbar"
      aria-label={label}
      tabIndex={-1}
      onFocus={noteFocus}
      onKeyDown={moveFocus}
      className={className}
    >
      {children}
    </div>
  );
}

/** Those of open menus are not the toolbar's own. */
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

function targetOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
