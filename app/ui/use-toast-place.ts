import { useLayoutEffect, useRef, type RefObject } from 'react';

import { toastsBottom } from './toast-place.ts';

/** Marks a bar of controls that toasts must not cover. */
export const keepsClear = { 'data-keeps-clear': '' };

/** Taller, an element in use is more than a control: toasts may cover a part of it. */
const maxControlHeight = 160;

/**
 * Moves toasts to the bottom of the window, above bars marked with `keepsClear`, and above the control or the line of
 * text that has the focus. In a dialog, only what is in it counts.
 * @param count number of toasts; nothing is measured while there are none
 * @returns for the element around the toasts
 */
export function useToastPlace(count: number): RefObject<HTMLElement | null> {
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element || count === 0) return;
    let frame = 0;
    const place = () => {
      frame = 0;
      const { left, right, height } = element.getBoundingClientRect();
      const isBeside = (box: DOMRect) => box.right <= left || box.left >= right;
      const obstacles = [...barsAround(element), ...inUse(element)].filter((box) => !isBeside(box));
      const bottom = toastsBottom(height, visiblePart(), obstacles);
      element.style.bottom = `${Math.round(window.innerHeight - bottom)}px`;
    };
    const placeSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(place);
    };
    place();
    const sizes = new ResizeObserver(placeSoon);
    sizes.observe(element);
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true, passive: true };
    for (const type of ['scroll', 'focusin', 'selectionchange'] as const)
      document.addEventListener(type, placeSoon, options);
    for (const target of [window, window.visualViewport])
      target?.addEventListener('resize', placeSoon, options);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      listening.abort();
    };
  }, [count]);
  return region;
}

/** The part of the window that an on-screen keyboard leaves. */
function visiblePart() {
  const { visualViewport: viewport, innerHeight } = window;
  if (!viewport) return { top: 0, bottom: innerHeight };
  return { top: viewport.offsetTop, bottom: viewport.offsetTop + viewport.height };
}

function barsAround(element: HTMLElement): DOMRect[] {
  const bars = (element.closest('dialog') ?? document).querySelectorAll('[data-keeps-clear]');
  return Array.from(bars, (bar) => bar.getBoundingClientRect()).filter(({ height }) => height > 0);
}

/** The control that has the focus; in a text, the line with the caret. */
function inUse(element: HTMLElement): DOMRect[] {
  const { activeElement: active } = document;
  if (!(active instanceof HTMLElement) || active === document.body || element.contains(active)) return [];
  const box = active.isContentEditable ? caretBox() : active.getBoundingClientRect();
  return box !== null && box.height > 0 && box.height <= maxControlHeight ? [box] : [];
}

function caretBox(): DOMRect | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const box = range.getBoundingClientRect();
  // A caret in an empty block has no box of its own.
  if (box.height > 0 || !(range.startContainer instanceof Element)) return box;
  return range.startContainer.getBoundingClientRect();
}
