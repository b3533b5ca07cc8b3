import { useEffect, type RefObject } from 'react';

/** Tells an element how many pixels of the window an on-screen keyboard covers, as `--keyboard-inset`. */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      // Enlarged by two fingers, the page shows less as well.
      const isEnlarged = viewport.scale > 1.01;
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      const inset = isEnlarged ? 0 : Math.max(0, Math.round(covered));
      element.current?.style.setProperty('--keyboard-inset', `${inset}px`);
    };
    update();
    viewport.addEventListener('resize', update);
    viewport.addEventListener('scroll', update);
    return () => {
      viewport.removeEventListener('resize', update);
      viewport.removeEventListener('scroll', update);
    };
  }, [element]);
}
