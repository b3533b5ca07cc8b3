import { useEffect, useId, useRef, useState, type MouseEvent } from 'react';

import { useLatest } from './use-latest.ts';

/** Pixels between the popover and its button, and between it and the edge of the window. */
const gap = 4;
const edge = 8;

/**
 * A native popover (top layer; Escape or a click outside closes it) positioned at its button. Its children are rendered
 * while `isOpen`.
 *
 * @param align the edge of the button that it is aligned with
 * @param onOpen runs after it is positioned, for example to move the focus
 */
export function useAnchoredPopover<Panel extends HTMLElement>(
  align: 'start' | 'end',
  onOpen: (panel: Panel) => void,
) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<Panel>(null);
  const [isOpen, setIsOpen] = useState(false);
  const latestOnOpen = useLatest(onOpen);

  // The button works before the scripts have run.
  useEffect(() => setIsOpen(panel.current?.matches(':popover-open') === true), []);

  useEffect(() => {
    const button = anchor.current;
    const shown = panel.current;
    if (!isOpen || !button || !shown) return;
    const keepInPlace = () => place(button, shown, align);
    keepInPlace();
    latestOnOpen.current(shown);
    window.addEventListener('scroll', keepInPlace, { capture: true, passive: true });
    window.addEventListener('resize', keepInPlace);
    return () => {
      window.removeEventListener('scroll', keepInPlace, { capture: true });
      window.removeEventListener('resize', keepInPlace);
    };
  }, [isOpen, align, latestOnOpen]);

  return {
    isOpen,
    open: () => panel.current?.showPopover(),
    /** Closes it and returns the focus to the button. */
    close: () => {
      panel.current?.hidePopover();
      anchor.current?.focus();
    },
    anchorProps: {
      ref: anchor,
      popoverTarget: id,
      'aria-expanded': isOpen,
      // The second click of a double click does not close what the first one opened.
      onClick: (event: MouseEvent) => {
        if (event.detail > 1) event.preventDefault();
      },
    },
    panelProps: {
      ref: panel,
      id,
      popover: 'auto' as const,
      onToggle: (event: { newState: string }) => setIsOpen(event.newState === 'open'),
    },
  };
}

/** Positions a popover below an element, or above it where there is no room below. */
function place(anchor: HTMLElement, panel: HTMLElement, align: 'start' | 'end') {
  const button = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const wanted = align === 'start' ? button.left : button.right - width;
  const left = Math.max(edge, Math.min(wanted, document.documentElement.clientWidth - width - edge));
  const below = button.bottom + gap;
  const fitsBelow = below + height + edge <= window.innerHeight;
  const top = fitsBelow ? below : Math.max(edge, button.top - gap - height);
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}
