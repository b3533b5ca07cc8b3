import { Question } from '#app/ui/confirm-dialog.tsx';
import { useAction } from '../actions/use-action.ts';

/** Asks before a message is deleted for good. */
export function DeleteMessageDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { submit, isBusy } = useAction({ onSettled: onClose });
  return (
    <Question
      title="Delete Message"
      yes="Delete"
      isPending={isBusy}
      onNo={onClose}
      onYes={() => void submit({ intent: 'delete' }, { method: 'post' })}
    >
      <p>Are you sure you want to delete the message of {name}? This action cannot be undone.</p>
    </Question>
  );
}
