import { useFetcher } from 'react-router';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { TermTableRow } from './term-table.tsx';
import { affectedSentence, termWords, type TermOutcome } from './term-words.ts';
import { useTermOutcome } from './use-term-outcome.ts';

/** Asks before a term is deleted, and says what becomes of its posts. */
export function DeleteTermDialog({
  kind,
  term,
  onClose,
  onDone,
}: {
  kind: TermKind;
  term: TermTableRow;
  onClose: () => void;
  onDone: () => void;
}) {
  const fetcher = useFetcher<TermOutcome>();
  useTermOutcome(fetcher, onDone);

  return (
    <Dialog
      title={`Delete ${termWords[kind].title}`}
      isQuestion
      onDismiss={onClose}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            pending={fetcher.state !== 'idle'}
            onClick={() => void fetcher.submit({ intent: 'delete', id: term.id }, { method: 'post' })}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete "{term.name}"?</p>
      <p>{affectedSentence(kind, term)}</p>
    </Dialog>
  );
}
