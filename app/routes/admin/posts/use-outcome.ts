import { useEffect, useRef } from 'react';

import { useToast } from '#app/ui/toaster.tsx';
import { toastOf, type ListOutcome } from './list-outcome.ts';

/** Tells each answer once, when it arrives, and then whoever waits for it. */
export function useOutcome(outcome: ListOutcome | undefined, onArrival?: () => void) {
  const show = useToast();
  const told = useRef<ListOutcome>(undefined);
  useEffect(() => {
    if (outcome === undefined || told.current === outcome) return;
    told.current = outcome;
    show(toastOf(outcome));
    onArrival?.();
  }, [outcome, show, onArrival]);
}
