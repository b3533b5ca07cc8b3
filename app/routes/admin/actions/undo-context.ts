import { createContext } from 'react';

import type { UndoForm } from './action-result.ts';

export type Undo = (form: UndoForm) => void;

/** Undoes an action, whatever screen is shown. Set by the frame. */
export const UndoContext = createContext<Undo>(() => {});
