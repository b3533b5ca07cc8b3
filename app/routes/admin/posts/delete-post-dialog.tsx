import { useFetcher } from 'react-router';

import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { ListOutcome } from './list-outcome.ts';
import { useOutcome } from './use-outcome.ts';

/** Asks before a post is deleted for good. It closes with the answer; the message says how it went. */
export function DeletePostDialog({
  post,
  onClose,
}: {
  post: { id: string; title: string };
  onClose: () => void;
}) {
  const fetcher = useFetcher<ListOutcome>();
  useOutcome(fetcher.data, onClose);

  return (
    <Dialog
      title="Delete Post"
      role="alertdialog"
      onDismiss={onClose}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            pending={fetcher.state !== 'idle'}
            onClick={() => void fetcher.submit({ intent: 'delete', id: post.id }, { method: 'post' })}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>Are you sure you want to delete "{post.title}"? This action cannot be undone.</p>
    </Dialog>
  );
}
