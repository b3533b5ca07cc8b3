import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds of quiet after the last letter before the server is asked. */
const typingPause = 200;

/**
 * What is asked while somebody types: `afterTyping` runs the last thing that it was given, once no letter follows;
 * `postpone` begins the pause anew if something waits for it; `cancel` runs nothing any more, and so does the end of the
 * component.
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
