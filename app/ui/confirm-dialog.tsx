import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation before an action that cannot be undone. Cancel has the focus. */
export function Question({
  title,
  no = 'Cancel',
  yes,
  isPending = false,
  onNo,
  onYes,
  returnFocus,
  children,
}: {
  title: string;
  no?: string;
  yes: string;
  isPending?: boolean;
  onNo: () => void;
  onYes: () => void;
  /** As in `Dialog`. */
  returnFocus?: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      isQuestion
      onDismiss={onNo}
      {...(returnFocus ? { returnFocus } : {})}
      actions={
        <>
          <Button data-autofocus onClick={onNo}>
            {no}
          </Button>
          <Button variant="danger" pending={isPending} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
