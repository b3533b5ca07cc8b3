import { History } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';

import { formatLongDateTime } from '#domain/fields/dates.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { useLatest } from '#app/ui/use-latest.ts';
import { titleOf, type JournalEntry } from './journal-rules.ts';
import type { useJournal } from './use-journal.ts';

/** Not just "Undo", which the editor has for its own steps. */
export const undoDiscard = 'Undo discard';

type Props<Values extends object> = {
  journal: ReturnType<typeof useJournal<Values>>;
  saving: {
    saved: { values: Values; content: string };
    isUnsaved: boolean;
    isAutosaving: boolean;
    isOutdated: (entry: JournalEntry<Values>) => boolean;
  };
  timeZone: string;
  /** Gets the focus of the button that is removed. */
  heading: RefObject<HTMLElement | null>;
  onRestore: (entry: JournalEntry<Values>) => void;
};

/**
 * Brings back text that this tab did not save before it was loaded again, unless the post was saved meanwhile. Offers to
 * restore other text that was typed but not saved, until one of the buttons is clicked. Says so where text that
 * cannot be saved exists only in this page, because the browser cannot store a copy of it.
 */
export function JournalNotices<Values extends object>({
  journal,
  saving: { saved, isUnsaved, isAutosaving, isOutdated },
  timeZone,
  heading,
  onRestore,
}: Props<Values>) {
  const { offer, takeOffer, dropOffer, offerAgain, isFailing } = journal;
  const showToast = useToast();
  const latest = useLatest(journal);
  // Only the form can undo it, so the toast leaves with the form.
  const dismissUndo = useRef<() => void>(undefined);
  useEffect(() => () => dismissUndo.current?.(), []);

  function restore(entry: JournalEntry<Values>) {
    takeOffer();
    onRestore(entry);
    heading.current?.focus();
  }

  function discard(entry: JournalEntry<Values>) {
    dropOffer(entry);
    heading.current?.focus();
    const toast = { text: 'The text that was not saved has been deleted.' };
    showToast(toast, { label: undoDiscard, run: () => offerAgain(entry) });
  }

  const comesBack = offer?.isOfTab === true && !isUnsaved && !isOutdated(offer);
  const bringBack = useLatest(() => {
    if (offer === null) return;
    takeOffer();
    onRestore(offer);
    const undo = () => {
      latest.current.offerTyped();
      onRestore({ ...offer, saveKeys: [], values: saved.values, content: saved.content });
    };
    dismissUndo.current = showToast(
      { text: 'The text that was not saved is back.' },
      { label: 'Undo restore', run: undo },
    );
  });
  useEffect(() => {
    if (comesBack) bringBack.current();
  }, [comesBack, bringBack]);

  return (
    <>
      {offer !== null && !comesBack && (
        <Offer
          title={titleOf(offer)}
          typed={formatLongDateTime(new Date(offer.at), timeZone)}
          onDiscard={() => discard(offer)}
          onRestore={() => restore(offer)}
        />
      )}
      {isFailing && isUnsaved && !isAutosaving && (
        <Notice tone="warn">
          This browser keeps no copy of what you type. Leave this page open until it says “Saved”.
        </Notice>
      )}
    </>
  );
}

function Offer({
  title,
  typed,
  onDiscard,
  onRestore,
}: {
  title: string;
  typed: string;
  onDiscard: () => void;
  onRestore: () => void;
}) {
  return (
    <section
      aria-label="Unsaved text"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-signal bg-signal/6 px-3 py-2"
    >
      <History className="size-4 shrink-0 text-signal" />
      <p className="min-w-0 flex-1 basis-52 wrap-anywhere" role="status">
        Text that was not saved is still here
        {title !== '' && (
          <>
            : <strong className="font-semibold">{title}</strong>
          </>
        )}
        , typed {typed}.
      </p>
      <div className="flex gap-2">
        <Button onClick={onDiscard}>Discard</Button>
        <Button variant="primary" onClick={onRestore}>
          Restore
        </Button>
      </div>
    </section>
  );
}
