import { useEffect, useState, type ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { SavedText } from '../state/text.ts';
import type { Writer } from '../state/writer.ts';
import type { SaveState } from './save-state.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

/** Asks for what a save needs before it can continue: a session, something to save into, or a choice between two texts. */
export function SaveInterruptions<Values, Theirs>({
  state,
  text,
  isConflictUrgent,
  writer,
  deleted,
  renderConflict,
  onSignedIn,
}: {
  state: SaveState<Theirs>;
  text: Pick<SavedText<Values>, 'values' | 'bodyRevision'>;
  /** The form was opened with a conflict: it is asked about at once. */
  isConflictUrgent: boolean;
  writer: Writer;
  deleted: ReactNode;
  renderConflict: (theirs: Theirs, onDismiss: () => void) => ReactNode;
  onSignedIn: () => void;
}) {
  const blocked = state.kind === 'signed-out' || state.kind === 'conflict' ? state : null;
  const isUrgent = blocked?.request.kind === 'submit' || (blocked?.kind === 'conflict' && isConflictUrgent);
  const dialog = useDialogWhenIdle(blocked, isUrgent, text);

  if (state.kind === 'signed-out') {
    return (
      <>
        <Notice tone="warn">
          <p>Your session has ended. What you type stays here and is saved once you have signed in again.</p>
          <Button className="mt-2" onClick={dialog.open}>
            Sign in to save
          </Button>
        </Notice>
        {dialog.isOpen && <SignInDialog writer={writer} onSignedIn={onSignedIn} onDismiss={dialog.dismiss} />}
      </>
    );
  }
  if (state.kind === 'deleted') return deleted;
  if (state.kind !== 'conflict') return null;
  return (
    <>
      <Notice tone="warn">
        <p>{state.message}</p>
        <Button className="mt-2" onClick={dialog.open}>
          Compare both
        </Button>
      </Notice>
      {dialog.isOpen && renderConflict(state.theirs, dialog.dismiss)}
    </>
  );
}

/** Milliseconds without a change. */
const typingPause = 1_500;

/**
 * Opens a dialog that a save needs: at once after a click, otherwise in a pause of typing, so that no typed text goes
 * into it. Once dismissed it stays closed until the user opens it or clicks a button again.
 *
 * @param blocked what needs an answer, another one after each click; null when there is nothing
 */
function useDialogWhenIdle<Values>(
  blocked: object | null,
  isUrgent: boolean,
  { values, bodyRevision }: Pick<SavedText<Values>, 'values' | 'bodyRevision'>,
) {
  const [isOpen, setIsOpen] = useState(false);
  const [dismissed, setDismissed] = useState<object | null>(null);
  if (blocked === null && (isOpen || dismissed !== null)) {
    setIsOpen(false);
    setDismissed(null);
  }

  useEffect(() => {
    if (blocked === null || blocked === dismissed || isOpen) return;
    const timer = setTimeout(() => setIsOpen(true), isUrgent ? 0 : typingPause);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change starts the pause again
  }, [blocked, isUrgent, isOpen, dismissed, values, bodyRevision]);

  return {
    isOpen: blocked !== null && isOpen,
    open: () => setIsOpen(true),
    dismiss: () => {
      setIsOpen(false);
      setDismissed(blocked);
    },
  };
}
