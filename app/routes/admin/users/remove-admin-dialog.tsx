import { Question } from '#app/ui/confirm-dialog.tsx';
import { useAction } from '../actions/use-action.ts';

/** Asks for confirmation before a user loses their role. Closes after the attempt; the toast says how it went. */
export function RemoveAdminDialog({
  admin,
  onClose,
}: {
  admin: { id: string; email: string | null };
  onClose: () => void;
}) {
  const { submit, isBusy } = useAction({ onSettled: onClose });
  return (
    <Question
      title="Remove Admin User"
      yes="Remove"
      isPending={isBusy}
      onNo={onClose}
      onYes={() => void submit({ intent: 'remove', id: admin.id }, { method: 'post' })}
    >
      <p>Are you sure you want to remove {admin.email ?? 'this user'} as an admin?</p>
    </Question>
  );
}
