import { useCallback } from 'react';
import { useFetcher } from 'react-router';

import { Question } from '#app/ui/confirm-dialog.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { useFetcherResult } from '../use-fetcher-result.ts';
import { toastOf, type Outcome } from './outcome.ts';

/** Asks before somebody loses their role. It closes with the answer; the message says how it went. */
export function RemoveAdminDialog({
  admin,
  onClose,
}: {
  admin: { id: string; email: string | null };
  onClose: () => void;
}) {
  const fetcher = useFetcher<Outcome>();
  const show = useToast();
  useFetcherResult(
    fetcher.data,
    useCallback(
      (outcome: Outcome) => {
        show(toastOf(outcome));
        onClose();
      },
      [show, onClose],
    ),
  );

  return (
    <Question
      title="Remove Admin User"
      yes="Remove"
      isPending={fetcher.state !== 'idle'}
      onNo={onClose}
      onYes={() => void fetcher.submit({ intent: 'remove', id: admin.id }, { method: 'post' })}
    >
      <p>Are you sure you want to remove {admin.email ?? 'this user'} as an admin?</p>
    </Question>
  );
}
