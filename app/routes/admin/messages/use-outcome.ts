import { useToast } from '#app/ui/toaster.tsx';
import { useFetcherResult } from '../use-fetcher-result.ts';
import { toastOf, type Outcome } from './outcome.ts';

/** Says how a press went, once, and tells what asked for it. */
export function useOutcome(outcome: Outcome | undefined, onArrival?: (isDone: boolean) => void) {
  const show = useToast();
  useFetcherResult(outcome, (arrived) => {
    const toast = toastOf(arrived);
    if (toast) show(toast);
    onArrival?.(arrived.ok);
  });
}
