import { useCallback, useEffect, useRef } from 'react';

import { useToast } from '#app/ui/toaster.tsx';

/** Not just "Undo", which the editor has for its own steps. */
export const undoDiscard = 'Undo discard';

/** Offers in a toast to undo a change of the form. Only the form can undo it, so the toast leaves with the form. */
export function useFormUndo(): (title: string, text: string, run: () => void) => void {
  const showToast = useToast();
  const dismiss = useRef<() => void>(undefined);
  useEffect(() => () => dismiss.current?.(), []);
  return useCallback(
    (title, text, run) => {
      dismiss.current = showToast({ title, text }, { label: undoDiscard, run });
    },
    [showToast],
  );
}
