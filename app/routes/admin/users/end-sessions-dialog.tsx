import { useCallback } from 'react';
import { useFetcher } from 'react-router';

import { Question } from '#app/ui/confirm-dialog.tsx';
import { useToast } from '#app/ui/toaster.tsx';
import { useFetcherResult } from '../use-fetcher-result.ts';
import { toastOf, type Outcome } from './outcome.ts';

/** Asks before all sessions of another person end. It closes with the answer; the toast says how it went. */
export function EndSessionsDialog({
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
      title="End all sessions"
      yes="End sessions"
      isPending={fetcher.state !== 'idle'}
      onNo={onClose}
      onYes={() => void fetcher.submit({ intent: 'end-sessions', id: admin.id }, { method: 'post' })}
    >
      <p>
        {admin.email ?? 'This user'} will be signed out on all devices and can sign in again with their
        password. To keep them out, remove them as an admin.
      </p>
    </Question>
  );
}
