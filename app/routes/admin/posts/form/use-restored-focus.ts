import { useEffect, useRef, type RefObject } from 'react';

/**
 * A button that is disabled while it works loses the focus; nobody should have to find their place again.
 *
 * @param heading takes it where the button has gone with its work
 * @returns to be called before the work begins
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
