import { useEffect, useRef } from 'react';

import { useToast, type Toast } from '#app/ui/toaster.tsx';
import { undoDiscard } from './journal/journal-notices.tsx';

/** Offers in a toast to undo a change of the form. Only the form can undo it, so the toast leaves with the form. */
export function useFormUndo() {
  const showToast = useToast();
  const dismiss = useRef<() => void>(undefined);
  useEffect(() => () => dismiss.current?.(), []);
  return (toast: Toast, run: () => void) => {
    dismiss.current = showToast(toast, { label: undoDiscard, run });
  };
}
