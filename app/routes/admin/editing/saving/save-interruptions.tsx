import type { ReactNode } from 'react';

import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { SavedText } from '../state/text.ts';
import type { Writer } from '../state/writer.ts';
import type { SaveState } from './save-state.ts';
import { SignInDialog } from './sign-in-dialog.tsx';
import { useDialogWhenIdle } from './use-dialog-when-idle.ts';

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
  /** Shown where what is edited no longer exists. */
  deleted: ReactNode;
  /** The dialog about a conflict. */
  renderConflict: (theirs: Theirs, onDismiss: () => void) => ReactNode;
  onSignedIn: () => void;
}) {
  const isSubmit = 'request' in state && state.request.kind === 'submit';
  const signIn = useDialogWhenIdle(state.kind === 'signed-out' ? state.request : null, isSubmit, text);
  const choice = useDialogWhenIdle(
    state.kind === 'conflict' ? state.request : null,
    isSubmit || isConflictUrgent,
    text,
  );

  if (state.kind === 'signed-out') {
    return (
      <>
        <Notice>
          <p>Your session has ended. What you type stays here and is saved once you have signed in again.</p>
          <Button className="mt-2" onClick={signIn.open}>
            Sign in to save
          </Button>
        </Notice>
        {signIn.isOpen && <SignInDialog writer={writer} onSignedIn={onSignedIn} onDismiss={signIn.dismiss} />}
      </>
    );
  }
  if (state.kind === 'deleted') return deleted;
  if (state.kind !== 'conflict') return null;
  return (
    <>
      <Notice>
        <p>{state.message}</p>
        <Button className="mt-2" onClick={choice.open}>
          Compare both
        </Button>
      </Notice>
      {choice.isOpen && renderConflict(state.theirs, choice.dismiss)}
    </>
  );
}
