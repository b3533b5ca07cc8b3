import { useEffect, useRef, type RefObject } from 'react';
import { useToast } from '#app/ui/toaster.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { useAction } from '../actions/use-action.ts';
import { undoDiscard } from './journal/journal-notices.tsx';
import { useJournal, type JournaledForm } from './journal/use-journal.ts';
import type { StoredText } from './saving/save-attempts.ts';
import { useSaving, type SavingForm } from './saving/use-saving.ts';
import type { Versions } from './state/text.ts';

type SavedForm<Values extends object, Version, Theirs> = SavingForm<Values, Version, Theirs> &
  Pick<JournaledForm<Values>, 'userId' | 'journalName' | 'title' | 'blank' | 'creationKey'> & {
    /** Gets the focus when the button that had it is removed with its notice. */
    heading: RefObject<HTMLElement | null>;
    /** Told after the live text came back in place of what was not live yet. */
    discardedMessage: string;
  };

/** Keeps what is typed into a form from being lost: saving, the journal, and a way back to the live text. */
export function useSavedForm<
  Values extends object,
  Version extends Versions,
  Theirs extends Version & StoredText<Values>,
>({ heading, discardedMessage, ...form }: SavedForm<Values, Version, Theirs>) {
  const { text } = form;
  const saving = useSaving(form);
  const journal = useJournal({ ...form, ...saving });
  const latest = useLatest(journal);
  const showToast = useToast();
  // Only the form can undo it, so the toast leaves with the form.
  const dismissUndo = useRef<() => void>(undefined);
  useEffect(() => () => dismissUndo.current?.(), []);

  function takeStored(there: Theirs) {
    journal.replaceText(there);
    saving.settleOn(there, text.replace(there.values, there.content));
    heading.current?.focus();
  }

  const discard = useAction<Theirs>({
    onDone: (live) => {
      if (live === null) return;
      const { values, content } = text.now();
      takeStored(live);
      const undo = () => {
        latest.current.offerTyped();
        text.replace(values, content);
      };
      dismissUndo.current = showToast({ text: discardedMessage }, { label: undoDiscard, run: undo });
    },
  });
  return {
    saving,
    journal,
    takeStored,
    discard,
    isBusy: saving.isSubmitting || discard.isBusy,
    submit: (published: boolean) => {
      journal.flush();
      saving.submit(published);
    },
  };
}
