import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';

import { useToast } from '#app/ui/toaster.tsx';
import type { EditState } from '../state/edit-state.ts';
import type { EditOutcome } from './save-outcome.ts';

/** Puts the working draft aside on the server and hands back what is live. */
export function useDiscardPendingChanges(onDiscarded: (state: EditState) => void) {
  const fetcher = useFetcher<EditOutcome>();
  const show = useToast();
  const told = useRef<EditOutcome>(undefined);
  const hear = useRef(onDiscarded);
  useEffect(() => {
    hear.current = onDiscarded;
  });

  useEffect(() => {
    const outcome = fetcher.data;
    if (fetcher.state !== 'idle' || !outcome || told.current === outcome) return;
    told.current = outcome;
    if (outcome.kind === 'discarded') hear.current(outcome.state);
    else show({ title: 'Error', text: 'Failed to update post.', tone: 'error' });
  }, [fetcher.state, fetcher.data, show]);

  return {
    isBusy: fetcher.state !== 'idle',
    discard: () => void fetcher.submit({ intent: 'discard-draft' }, { method: 'post' }),
  };
}
