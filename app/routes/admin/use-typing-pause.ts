import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds of quiet after the last letter before the server is asked. */
const typingPause = 200;

/**
 * What is asked while somebody types: `afterTyping` runs the last thing that it was given, once no letter follows;
 * `cancel` runs nothing any more, and so does the end of the component.
 */
export function useTypingPause(): { afterTyping: (run: () => void) => void; cancel: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = useCallback(() => clearTimeout(timer.current), []);
  const afterTyping = useCallback(
    (run: () => void) => {
      cancel();
      timer.current = setTimeout(run, typingPause);
    },
    [cancel],
  );
  useEffect(() => cancel, [cancel]);
  return { afterTyping, cancel };
}
