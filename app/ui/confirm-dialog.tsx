import type { ReactNode } from 'react';

import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation before an action. What was asked for has the focus, unless it is dangerous. */
export function Question({
  title,
  no = 'Cancel',
  yes,
  variant = 'danger',
  isPending = false,
  onNo,
  onYes,
  returnFocus,
  children,
}: {
  title: string;
  no?: string;
  yes: string;
  variant?: 'primary' | 'danger';
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
          <Button data-autofocus={variant === 'danger' || undefined} onClick={onNo}>
            {no}
          </Button>
          <Button
            data-autofocus={variant === 'primary' || undefined}
            variant={variant}
            pending={isPending}
            onClick={onYes}
          >
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
