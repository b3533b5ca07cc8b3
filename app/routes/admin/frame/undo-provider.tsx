import { useCallback, type ReactNode } from 'react';

import type { UndoForm } from '../actions/action-result.ts';
import { UndoContext, useAction } from '../actions/use-action.ts';

/** Lets the toasts of all screens undo their actions: it stays when a screen is left. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const { submit } = useAction();
  const undo = useCallback(({ action, fields }: UndoForm) => void submit(fields, { action }), [submit]);
  return <UndoContext value={undo}>{children}</UndoContext>;
}
