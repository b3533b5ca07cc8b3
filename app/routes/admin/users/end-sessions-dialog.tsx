import { Question } from '#app/ui/confirm-dialog.tsx';
import { useAction } from '../actions/use-action.ts';

/** Asks for confirmation before all sessions of another user end. Closes after the attempt; the toast says how it went. */
export function EndSessionsDialog({
  admin,
  onClose,
}: {
  admin: { id: string; email: string | null };
  onClose: () => void;
}) {
  const { submit, isBusy } = useAction({ onSettled: onClose });
  return (
    <Question
      title="End all sessions"
      yes="End sessions"
      isPending={isBusy}
      onNo={onClose}
      onYes={() => void submit({ intent: 'end-sessions', id: admin.id }, { method: 'post' })}
    >
      <p>
        {admin.email ?? 'This user'} will be signed out on all devices and can sign in again with their
        password. To keep them out, remove them as an admin.
      </p>
    </Question>
  );
}
