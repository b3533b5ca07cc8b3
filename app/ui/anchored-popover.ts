import { useEffect, useRef, useState, type MouseEvent } from 'react';

import { useLatest } from './use-latest.ts';

/** Pixels between the popover and its button, and between it and the edge of the window. */
const gap = 4;
const edge = 8;

/**
 * A native popover (top layer; Escape or a click outside closes it) positioned at its button.
 *
 * @param align the edge of the button that it is aligned with
 * @param onOpen runs after it is positioned, for example to move the focus
 */
export function useAnchoredPopover<Anchor extends HTMLElement, Panel extends HTMLElement>(
  align: 'start' | 'end',
  onOpen: (panel: Panel) => void,
) {
  const anchor = useRef<Anchor>(null);
  const panel = useRef<Panel>(null);
  const [isOpen, setIsOpen] = useState(false);
  const wasOpenWhenPressed = useRef(false);
  const hasPressOpened = useRef(false);
  const latestOnOpen = useLatest(onOpen);

  useEffect(() => {
    const button = anchor.current;
    const shown = panel.current;
    if (!isOpen || !button || !shown) return;
    const keepInPlace = () => place(button, shown, align);
    shown.showPopover();
    keepInPlace();
    latestOnOpen.current(shown);
    window.addEventListener('scroll', keepInPlace, { capture: true, passive: true });
    window.addEventListener('resize', keepInPlace);
    return () => {
      window.removeEventListener('scroll', keepInPlace, { capture: true });
      window.removeEventListener('resize', keepInPlace);
    };
  }, [isOpen, align, latestOnOpen]);

  /** Reopens it when the second click of a double click closed it. */
  function keepOpen() {
    const button = anchor.current;
    const shown = panel.current;
    if (!button || !shown) return;
    if (!shown.matches(':popover-open')) shown.showPopover();
    place(button, shown, align);
    latestOnOpen.current(shown);
  }

  /** Closes it and returns the focus to the button. */
  function close() {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover();
    anchor.current?.focus();
  }

  return {
    anchor,
    panel,
    isOpen,
    open: () => setIsOpen(true),
    close,
    /** For the button. It is outside the panel, so the browser closes the panel before the click event. */
    anchorProps: {
      'aria-expanded': isOpen,
      onPointerDown: () => {
        wasOpenWhenPressed.current = isOpen;
      },
      onClick: ({ detail }: MouseEvent) => {
        const wasOpen = isOpen || wasOpenWhenPressed.current;
        wasOpenWhenPressed.current = false;
        if (detail > 1) {
          if (hasPressOpened.current) keepOpen();
          return;
        }
        hasPressOpened.current = !wasOpen;
        if (wasOpen) close();
        else setIsOpen(true);
      },
    },
    /** For the panel's `onToggle`, when the browser closed it. */
    onToggle: (event: { newState: string }) => {
      if (event.newState === 'closed') setIsOpen(false);
    },
  };
}

/** Positions a popover below an element, or above it where there is no room below. */
export function place(anchor: HTMLElement, panel: HTMLElement, align: 'start' | 'end') {
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
