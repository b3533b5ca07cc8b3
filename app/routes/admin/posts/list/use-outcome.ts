import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';

import { useToast } from '#app/ui/toaster.tsx';
import { toastOf, type ListOutcome } from './list-outcome.ts';

/**
 * Tells each answer once, when it arrives (the row that asked may be gone from the list that follows), and then whoever
 * waits for it. A list that is behind is loaded anew.
 */
export function useOutcome(
  { data: outcome }: { data: ListOutcome | undefined },
  onArrival?: (outcome: ListOutcome) => void,
) {
  const show = useToast();
  const { revalidate } = useRevalidator();
  const told = useRef<ListOutcome>(undefined);
  useEffect(() => {
    if (outcome === undefined || told.current === outcome) return;
    told.current = outcome;
    show(toastOf(outcome));
    if (!outcome.ok && outcome.isStale) void revalidate();
    onArrival?.(outcome);
  }, [outcome, show, onArrival, revalidate]);
}
