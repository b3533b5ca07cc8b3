import { useRef, useState, type ReactNode } from 'react';

import { Question } from '#app/ui/confirm-dialog.tsx';
import type { ActionResult } from './action-result.ts';
import { useAction } from './use-action.ts';

/**
 * Asks before an action of the screen, and sends its form. Closes with the answer, which a toast shows. When what the
 * question was about is gone, the focus moves to the next row of the list, or to the heading of the screen.
 */
export function ConfirmAction({
  title,
  no = 'Cancel',
  confirm,
  fields,
  action,
  onClose,
  onSettled,
  children,
}: {
  title: string;
  /** The button that does nothing. */
  no?: string;
  /** The button that does it. */
  confirm: string;
  /** The form, `intent` included. */
  fields: Readonly<Record<string, string | readonly string[]>>;
  /** The screen whose action is asked; default: the one shown. */
  action?: string;
  onClose: () => void;
  onSettled?: (result: ActionResult) => void;
  children: ReactNode;
}) {
  const [opener] = useState(() => document.activeElement);
  const isDone = useRef(false);
  const { submit, isBusy } = useAction({
    onSettled: (result) => {
      isDone.current = result.ok;
      onSettled?.(result);
      onClose();
    },
  });
  return (
    <Question
      title={title}
      no={no}
      yes={confirm}
      isPending={isBusy}
      onNo={onClose}
      onYes={() => void submit(fields, { method: 'post', ...(action && { action }) })}
      returnFocus={() => elementAfter(opener, isDone.current)?.focus()}
    >
      {children}
    </Question>
  );
}

/** Where the user goes on. */
export function elementAfter(opener: Element | null, isGone: boolean): HTMLElement | null {
  if (!isGone && opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
    return opener;
  const row = opener?.closest('tr, main li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  return next?.querySelector<HTMLElement>(':is(td:last-child, li) button:last-of-type') ?? heading;
}
