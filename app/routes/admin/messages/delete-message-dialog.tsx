import { useFetcher } from 'react-router';

import { Question } from '#app/ui/confirm-dialog.tsx';
import type { Outcome } from './outcome.ts';
import { useOutcome } from './use-outcome.ts';

/** Asks before a message is deleted for good. */
export function DeleteMessageDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const fetcher = useFetcher<Outcome>();
  useOutcome(fetcher.data, onClose);
  return (
    <Question
      title="Delete Message"
      yes="Delete"
      isPending={fetcher.state !== 'idle'}
      onNo={onClose}
      onYes={() => void fetcher.submit({ intent: 'delete' }, { method: 'post' })}
    >
      <p>Are you sure you want to delete the message of {name}? This action cannot be undone.</p>
    </Question>
  );
}
