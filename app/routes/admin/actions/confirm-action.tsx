import { use, type ComponentProps, type ReactNode } from 'react';

import { Question } from '#app/ui/confirm-dialog.tsx';
import { CloseContext } from '#app/ui/dialog.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import type { ActionResult } from './action-result.ts';
import { useAction } from './use-action.ts';

/** Asks before an action of the screen, and sends its form. Closes with the answer, which a toast shows. */
export function ConfirmAction({
  title,
  no = 'Cancel',
  confirm,
  variant = 'danger',
  fields,
  action,
  onSettled,
  children,
}: {
  title: string;
  /** The button that does nothing. */
  no?: string;
  confirm: string;
  variant?: 'primary' | 'danger';
  /** The form, `intent` included. */
  fields: Readonly<Record<string, string | readonly string[]>>;
  /** The screen whose action is asked; default: the one shown. */
  action?: string;
  onSettled?: (result: ActionResult) => void;
  children: ReactNode;
}) {
  const close = use(CloseContext);
  const { submit, isBusy } = useAction({
    onSettled: (result) => {
      onSettled?.(result);
      close();
    },
  });
  return (
    <Question
      title={title}
      no={no}
      yes={confirm}
      variant={variant}
      isPending={isBusy}
      onYes={() => void submit(fields, action === undefined ? {} : { action })}
    >
      {children}
    </Question>
  );
}

/** A button that asks before its action, in the words with which the answer confirms it. */
export function ConfirmButton({
  'aria-label': label,
  ...question
}: ComponentProps<typeof ConfirmAction> & { 'aria-label'?: string }) {
  return (
    <DialogButton aria-label={label} dialog={<ConfirmAction {...question} />}>
      {question.confirm}
    </DialogButton>
  );
}
