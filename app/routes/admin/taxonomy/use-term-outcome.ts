import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';

import { useToast } from '#app/ui/toaster.tsx';
import type { TermOutcome } from './term-messages.ts';

/**
 * Tells each answer once, when the list that it changed is here too; closes the dialog that asked, unless what was
 * typed is still needed.
 */
export function useTermOutcome(
  fetcher: { state: string; data: TermOutcome | undefined },
  onDone: () => void,
) {
  const outcome = fetcher.state === 'idle' ? fetcher.data : undefined;
  const show = useToast();
  const { revalidate } = useRevalidator();
  const told = useRef<TermOutcome>(undefined);
  useEffect(() => {
    if (outcome === undefined || told.current === outcome) return;
    told.current = outcome;
    show(outcome.ok ? outcome.toast : { title: 'Error', text: outcome.message, tone: 'error' });
    if (!outcome.ok && outcome.isStale) void revalidate();
    if (outcome.ok || outcome.isStale) onDone();
  }, [outcome, show, onDone, revalidate]);
}
