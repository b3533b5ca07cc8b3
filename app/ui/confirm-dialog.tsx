import { use, type ReactNode } from 'react';

import { Button } from './button.tsx';
import { CloseContext, Dialog } from './dialog.tsx';

/** Asks for confirmation before an action. What was asked for has the focus, unless it is dangerous. */
export function Question({
  title,
  no = 'Cancel',
  yes,
  variant = 'danger',
  isPending = false,
  onNo = use(CloseContext),
  onYes,
  children,
}: {
  title: string;
  no?: string;
  yes: string;
  variant?: 'primary' | 'danger';
  isPending?: boolean;
  /** Default: it closes. */
  onNo?: () => void;
  onYes: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      isQuestion
      onDismiss={onNo}
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
