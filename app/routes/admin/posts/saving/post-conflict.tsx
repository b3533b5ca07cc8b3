import { defaultChoice, mergedHtml, mergeHtml } from '#domain/text/merge-html.ts';
import type { State } from '../differences/field-differences.ts';
import type { EditState, VersionConflict } from '../state/edit-state.ts';
import type { PostChoices } from '../state/post-choices.ts';
import { isSame } from '../state/post-values.ts';
import type { TextControls } from '../state/use-text.ts';
import { ConflictDialog, type Resolution } from './conflict-dialog.tsx';

/** Asks which parts of two texts of a post to keep, and goes on with the answer. */
export function PostConflict({
  saved,
  theirs,
  text,
  versionConflict,
  choices,
  timeZone,
  onResolved,
  onDismiss,
}: {
  /** What this form saved last. */
  saved: State;
  theirs: EditState;
  text: TextControls;
  /** The conflict that the form was opened with. */
  versionConflict: VersionConflict | null;
  choices: PostChoices;
  timeZone: string;
  onResolved: (theirs: EditState) => void;
  onDismiss: () => void;
}) {
  const base =
    versionConflict !== null && theirs === versionConflict.theirs
      ? versionConflict.base
      : knownBase(saved, theirs);

  function resolve({ apply, content, mine }: Resolution) {
    // The form may have changed since the dialog opened: an upload may have finished.
    const { content: now } = text.now();
    text.update(apply);
    if (content !== null)
      text.editor.current?.setHtml(
        now === mine.content ? content : mergedHtml(mergeHtml(mine.content, now, content), defaultChoice),
      );
    onResolved(theirs);
  }

  return (
    <ConflictDialog
      readMine={text.now}
      theirs={theirs}
      base={base}
      rewriteBody={(html) => text.editor.current?.rewrite(html) ?? html}
      choices={choices}
      timeZone={timeZone}
      onChosen={resolve}
      onDismiss={onDismiss}
    />
  );
}

/** The text that both started from is the last one that this form saved, unless that is theirs (`compareWith`). */
function knownBase(saved: State, theirs: EditState): State | null {
  return saved.content === theirs.content && isSame(saved.values, theirs.values) ? null : saved;
}
