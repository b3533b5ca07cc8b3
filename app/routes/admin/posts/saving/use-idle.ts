import { useEffect, useState } from 'react';

import type { TextControls } from '../state/use-text.ts';
import type { Wanted } from './save-state.ts';

/** Milliseconds without a letter: nobody is in the middle of a word. */
const quiet = 1_500;

/**
 * When a dialog may come up: at once when a press has led to it, else only while nobody is typing, for what is typed
 * would go into it. Put away, it stays so until it is asked for or a button is pressed again.
 *
 * @param held the save that cannot go on without an answer; null when there is none
 */
export function useIdle(held: Wanted | null, isUrgent: boolean, { values, bodyRevision }: TextControls) {
  const [isOpen, setIsOpen] = useState(false);
  const [putAway, setPutAway] = useState<Wanted | null>(null);
  if (held === null && (isOpen || putAway !== null)) {
    setIsOpen(false);
    setPutAway(null);
  }

  useEffect(() => {
    if (held === null || held === putAway || isOpen) return;
    const timer = setTimeout(() => setIsOpen(true), isUrgent ? 0 : quiet);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every letter begins the quiet anew
  }, [held, isUrgent, isOpen, putAway, values, bodyRevision]);

  return {
    isOpen: held !== null && isOpen,
    open: () => setIsOpen(true),
    putAway: () => {
      setIsOpen(false);
      setPutAway(held);
    },
  };
}
