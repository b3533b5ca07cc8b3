import { useCallback, type ReactNode } from 'react';

import type { UndoForm } from '../actions/action-result.ts';
import { UndoContext } from '../actions/undo-context.ts';
import { useAction } from '../actions/use-action.ts';

/** Lets the toasts of all screens undo their actions: it stays when a screen is left. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const { submit } = useAction();
  const undo = useCallback(
    ({ action, fields }: UndoForm) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) {
        for (const item of typeof value === 'string' ? [value] : value) form.append(name, item);
      }
      void submit(form, { method: 'post', action });
    },
    [submit],
  );
  return <UndoContext value={undo}>{children}</UndoContext>;
}
