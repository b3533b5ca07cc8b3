import { Question } from '#app/ui/confirm-dialog.tsx';
import { useAction } from '../actions/use-action.ts';
import type { RedirectTableRow } from './redirect-table.tsx';

/** Asks before a redirect is deleted. */
export function DeleteRedirectDialog({
  redirect: { id, from },
  onClose,
  onDone,
}: {
  redirect: RedirectTableRow;
  onClose: () => void;
  onDone: () => void;
}) {
  const { submit, isBusy } = useAction({ onDone, onStale: onDone });
  return (
    <Question
      title="Delete Redirect"
      yes="Delete"
      isPending={isBusy}
      onNo={onClose}
      onYes={() => void submit({ intent: 'delete', id }, { method: 'post' })}
    >
      <p className="wrap-anywhere">Are you sure you want to delete the redirect for "{from}"?</p>
      <p>Visitors of that address will see that there is no page.</p>
    </Question>
  );
}
