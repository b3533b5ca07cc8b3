import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { VersionConflict } from '../state/edit-state.ts';
import { withParts, type Part } from '../differences/field-differences.ts';
import type { PostChoices } from '../state/post-choices.ts';
import { GoneNotice } from './deleted-notice.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { useIdle } from './use-idle.ts';
import type { Saving } from './use-saving.ts';
import type { TextControls } from '../state/use-text.ts';
import type { Writer } from '../state/writer.ts';

/** What a save cannot go on without: a session, a post, or a choice between two texts. */
export function SaveInterruptions({
  saving,
  text,
  versionConflict,
  writer,
  choices,
  timeZone,
}: {
  saving: Saving;
  text: TextControls;
  /** The conflict that the form was opened with. */
  versionConflict: VersionConflict | null;
  writer: Writer;
  choices: PostChoices;
  timeZone: string;
}) {
  const { state } = saving;
  const isPress = 'wanted' in state && state.wanted.kind === 'press';
  const signIn = useIdle(state.kind === 'signed-out' ? state.wanted : null, isPress, text);
  const choice = useIdle(
    state.kind === 'conflict' ? state.wanted : null,
    isPress || versionConflict !== null,
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
        {signIn.isOpen && (
          <SignInDialog email={writer.email} onSignedIn={saving.signedIn} onDismiss={signIn.putAway} />
        )}
      </>
    );
  }
  if (state.kind === 'gone') return <GoneNotice text={text} />;
  if (state.kind !== 'conflict') return null;
  const { theirs } = state;
  const base = theirs === versionConflict?.theirs ? versionConflict.base : saving.saved;

  function takeOver(taken: readonly Part[]) {
    // Of what the form holds by now: an image may have arrived under the dialog. A body that stays is left alone, with
    // its history and with images on their way to it.
    const { values } = withParts(text.now(), theirs, taken);
    text.replace(values, taken.includes('content') ? theirs.content : null);
    saving.goOnFrom(theirs);
  }

  return (
    <>
      <Notice>
        <p>{state.message}</p>
        <Button className="mt-2" onClick={choice.open}>
          Compare both
        </Button>
      </Notice>
      {choice.isOpen && (
        <ConflictDialog
          readMine={text.now}
          theirs={theirs}
          base={base}
          choices={choices}
          timeZone={timeZone}
          onChosen={takeOver}
          onDismiss={choice.putAway}
        />
      )}
    </>
  );
}
