import { useFetcher } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Outcome } from './outcome.ts';
import { useOutcome } from './use-outcome.ts';

/** Asks before a message is deleted for good. */
export function DeleteMessageDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const fetcher = useFetcher<Outcome>();
  useOutcome(fetcher.data, onClose);
  return (
    <Dialog
      title="Delete Message"
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
            onClick={() => void fetcher.submit({ intent: 'delete' }, { method: 'post' })}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete the message of {name}? This action cannot be undone.</p>
    </Dialog>
  );
}
