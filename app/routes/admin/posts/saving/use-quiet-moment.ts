import { useEffect, useState } from 'react';

import type { TextControls } from '../form/use-text.ts';

/** Milliseconds without a letter: nobody is in the middle of a word. */
const quiet = 1_500;

/**
 * When a dialog may come up: at once when a press has led to it, else only while nobody is typing, for what is typed
 * would go into it. Put away, it stays so until asked for.
 */
export function useQuietMoment(isWanted: boolean, isUrgent: boolean, { values, bodyRevision }: TextControls) {
  const [isOpen, setIsOpen] = useState(false);
  const [isPutAway, setIsPutAway] = useState(false);
  if (!isWanted && (isOpen || isPutAway)) {
    setIsOpen(false);
    setIsPutAway(false);
  }

  useEffect(() => {
    if (!isWanted || isOpen || (isPutAway && !isUrgent)) return;
    const timer = setTimeout(() => setIsOpen(true), isUrgent ? 0 : quiet);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every letter begins the quiet anew
  }, [isWanted, isUrgent, isOpen, isPutAway, values, bodyRevision]);

  return {
    isOpen: isWanted && isOpen,
    open: () => setIsOpen(true),
    putAway: () => {
      setIsOpen(false);
      setIsPutAway(true);
    },
  };
}
