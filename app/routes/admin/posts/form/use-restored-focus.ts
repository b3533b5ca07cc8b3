import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus back to a button that lost it because it was disabled during its work.
 *
 * @param heading gets the focus when the button no longer exists
 * @returns a function to call before the work starts
 */
export function useRestoredFocus(isBusy: boolean, heading: RefObject<HTMLElement | null>): () => void {
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (isBusy) return;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const before = focused.current;
    focused.current = null;
    if (isLost && before instanceof HTMLElement) (before.isConnected ? before : heading.current)?.focus();
  }, [isBusy, heading]);
  return () => {
    focused.current = document.activeElement;
  };
}
