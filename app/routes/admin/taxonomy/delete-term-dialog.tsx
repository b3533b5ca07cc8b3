import { useFetcher } from 'react-router';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { Question } from '#app/ui/confirm-dialog.tsx';
import type { TermTableRow } from './term-table.tsx';
import { affectedMessage, termWords, type TermOutcome } from './term-messages.ts';
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
    <Question
      title={`Delete ${termWords[kind].title}`}
      yes="Delete"
      isPending={fetcher.state !== 'idle'}
      onNo={onClose}
      onYes={() => void fetcher.submit({ intent: 'delete', id: term.id }, { method: 'post' })}
    >
      <p>Are you sure you want to delete "{term.name}"?</p>
      <p>{affectedMessage(kind, term)}</p>
    </Question>
  );
}
