import type { TermKind } from '#domain/taxonomy/term.ts';
import { Question } from '#app/ui/confirm-dialog.tsx';
import { useAction } from '../actions/use-action.ts';
import type { TermTableRow } from './term-table.tsx';
import { affectedMessage, termWords } from './term-messages.ts';

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
  const { submit, isBusy } = useAction({ onDone, onStale: onDone });

  return (
    <Question
      title={`Delete ${termWords[kind].title}`}
      yes="Delete"
      isPending={isBusy}
      onNo={onClose}
      onYes={() => void submit({ intent: 'delete', id: term.id }, { method: 'post' })}
    >
      <p>Are you sure you want to delete "{term.name}"?</p>
      <p>{affectedMessage(kind, term)}</p>
    </Question>
  );
}
