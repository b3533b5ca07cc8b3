import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds after the last key before the server is asked. */
const typingPause = 200;

/**
 * Delays a call while the user types: `afterTyping` runs the last function that it was given after a pause; `postpone`
 * starts the pause again if a call is waiting; `cancel` drops it, as does unmounting the component.
 */
export function useDebounced(): {
  afterTyping: (run: () => void) => void;
  postpone: () => void;
  cancel: () => void;
} {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<() => void>(undefined);
  const cancel = useCallback(() => {
    clearTimeout(timer.current);
    waiting.current = undefined;
  }, []);
  const afterTyping = useCallback(
    (run: () => void) => {
      cancel();
      waiting.current = run;
      timer.current = setTimeout(() => {
        cancel();
        run();
      }, typingPause);
    },
    [cancel],
  );
  const postpone = useCallback(() => {
    if (waiting.current) afterTyping(waiting.current);
  }, [afterTyping]);
  useEffect(() => cancel, [cancel]);
  return { afterTyping, postpone, cancel };
}
