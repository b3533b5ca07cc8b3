import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus to `heading` when the button that had it was removed by its work.
 * @returns a function to call before the work starts
 */
export function useRestoredFocus(isBusy: boolean, heading: RefObject<HTMLElement | null>): () => void {
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (isBusy) return;
    const isLost = document.activeElement === document.body;
    if (isLost && focused.current?.isConnected === false) heading.current?.focus();
    focused.current = null;
  }, [isBusy, heading]);
  return () => {
    focused.current = document.activeElement;
  };
}
