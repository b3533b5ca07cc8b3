import { useCallback, useEffect, useRef } from 'react';

import { useToast, type Toast } from '#app/ui/toaster.tsx';

/** Not just "Undo", which the editor has for its own steps. */
export const undoDiscard = 'Undo discard';
export const undoUnpublish = 'Undo unpublish';

/** Offers in a toast to undo a change of the form. Only the form can undo it, so the toast leaves with the form. */
export function useFormUndo(): (toast: Toast, label: string, run: () => void) => void {
  const showToast = useToast();
  const dismiss = useRef<() => void>(undefined);
  useEffect(() => () => dismiss.current?.(), []);
  return useCallback(
    (toast, label, run) => {
      dismiss.current = showToast(toast, { label, run });
    },
    [showToast],
  );
}
