import { useCallback } from 'react';
import { useFetcher } from 'react-router';

import { useToast } from '#app/ui/toaster.tsx';
import { useFetcherResult } from '../use-fetcher-result.ts';
import { toastOf, type Outcome } from './outcome.ts';

/** A form of the account screen: its answer is told in a message. */
export function useAccountForm(onSuccess?: () => void) {
  const fetcher = useFetcher<Outcome>();
  const show = useToast();
  useFetcherResult(
    fetcher.data,
    useCallback(
      (outcome: Outcome) => {
        show(toastOf(outcome));
        if (outcome.ok) onSuccess?.();
      },
      [show, onSuccess],
    ),
  );
  return { AccountForm: fetcher.Form, isBusy: fetcher.state !== 'idle' };
}
