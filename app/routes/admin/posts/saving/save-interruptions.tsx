import { defaultChoice, mergedHtml, mergeHtml } from '#domain/text/merge-html.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ConflictDialog, type Resolution } from './conflict-dialog.tsx';
import type { EditState, VersionConflict } from '../state/edit-state.ts';
import type { State } from '../differences/field-differences.ts';
import type { PostChoices } from '../state/post-choices.ts';
import { isSame } from '../state/post-values.ts';
import { DeletedNotice } from './deleted-notice.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { useDialogWhenIdle } from './use-dialog-when-idle.ts';
import type { Saving } from './use-saving.ts';
import type { TextControls } from '../state/use-text.ts';
import type { Writer } from '../state/writer.ts';

/** Asks for what a save needs before it can continue: a session, a post, or a choice between two texts. */
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
  const isSubmit = 'request' in state && state.request.kind === 'submit';
  const signIn = useDialogWhenIdle(state.kind === 'signed-out' ? state.request : null, isSubmit, text);
  const choice = useDialogWhenIdle(
    state.kind === 'conflict' ? state.request : null,
    isSubmit || versionConflict !== null,
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
          <SignInDialog writer={writer} onSignedIn={saving.signedIn} onDismiss={signIn.dismiss} />
        )}
      </>
    );
  }
  if (state.kind === 'deleted') return <DeletedNotice text={text} />;
  if (state.kind !== 'conflict') return null;
  const { theirs } = state;
  const base = theirs === versionConflict?.theirs ? versionConflict.base : knownBase(saving.saved, theirs);

  function resolve({ apply, content, mine }: Resolution) {
    // The form may have changed since the dialog opened: an upload may have finished.
    const { content: now } = text.now();
    text.update(apply);
    if (content !== null)
      text.editor.current?.setHtml(
        now === mine.content ? content : mergedHtml(mergeHtml(mine.content, now, content), defaultChoice),
      );
    saving.continueFrom(theirs);
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
          rewriteBody={(html) => text.editor.current?.rewrite(html) ?? html}
          choices={choices}
          timeZone={timeZone}
          onChosen={resolve}
          onDismiss={choice.dismiss}
        />
      )}
    </>
  );
}

/** The text that both started from is the last one that this form saved, unless that is theirs (`compareWith`). */
function knownBase(saved: State, theirs: EditState): State | null {
  return saved.content === theirs.content && isSame(saved.values, theirs.values) ? null : saved;
}
