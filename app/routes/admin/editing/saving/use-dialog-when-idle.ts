import { useEffect, useState } from 'react';

import type { SavedText } from '../state/text.ts';
import type { SaveRequest } from './save-state.ts';

/** Milliseconds without a change. */
const typingPause = 1_500;

/**
 * Opens a dialog that a save needs: at once after a click, otherwise in a pause of typing, so that no typed text goes
 * into it. Once dismissed it stays closed until the user opens it or clicks a button again.
 *
 * @param blocked the save that needs an answer; null when there is none
 */
export function useDialogWhenIdle<Values>(
  blocked: SaveRequest | null,
  isUrgent: boolean,
  { values, bodyRevision }: Pick<SavedText<Values>, 'values' | 'bodyRevision'>,
) {
  const [isOpen, setIsOpen] = useState(false);
  const [dismissed, setDismissed] = useState<SaveRequest | null>(null);
  if (blocked === null && (isOpen || dismissed !== null)) {
    setIsOpen(false);
    setDismissed(null);
  }

  useEffect(() => {
    if (blocked === null || blocked === dismissed || isOpen) return;
    const timer = setTimeout(() => setIsOpen(true), isUrgent ? 0 : typingPause);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change starts the pause again
  }, [blocked, isUrgent, isOpen, dismissed, values, bodyRevision]);

  return {
    isOpen: blocked !== null && isOpen,
    open: () => setIsOpen(true),
    dismiss: () => {
      setIsOpen(false);
      setDismissed(blocked);
    },
  };
}
