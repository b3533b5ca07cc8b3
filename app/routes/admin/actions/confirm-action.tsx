import { use, type ComponentProps } from 'react';

import { Question } from '#app/ui/confirm-dialog.tsx';
import { CloseContext } from '#app/ui/dialog.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import type { ActionResult } from './action-result.ts';
import { useAction } from './use-action.ts';

type ConfirmActionProps = Pick<ComponentProps<typeof Question>, 'title' | 'no' | 'variant' | 'children'> & {
  confirm: string;
  /** The form, `intent` included. */
  fields: Readonly<Record<string, string | readonly string[]>>;
  /** The screen whose action is asked; default: the one shown. */
  action?: string;
  onSettled?: (result: ActionResult) => void;
};

/** Asks before an action of the screen, and sends its form. Closes with the answer, which a toast shows. */
export function ConfirmAction({ confirm, fields, action, onSettled, ...question }: ConfirmActionProps) {
  const close = use(CloseContext);
  const { submit, isBusy } = useAction({
    onSettled: (result) => {
      onSettled?.(result);
      close();
    },
  });
  return (
    <Question
      {...question}
      yes={confirm}
      isPending={isBusy}
      onYes={() => void submit(fields, action === undefined ? {} : { action })}
    />
  );
}

/** A button that asks before its action, in the words with which the answer confirms it. */
export function ConfirmButton({
  'aria-label': label,
  ...question
}: ConfirmActionProps & { 'aria-label'?: string }) {
  return (
    <DialogButton aria-label={label} dialog={<ConfirmAction {...question} />}>
      {question.confirm}
    </DialogButton>
  );
}
