import { useEffect, useRef } from 'react';

import { useLatest } from '#app/ui/use-latest.ts';

/** Calls the newest `onArrival` once for each result. */
export function useArrival<Result extends object>(
  result: Result | undefined,
  onArrival: (result: Result) => void,
) {
  const seen = useRef<Result>(undefined);
  const latest = useLatest(onArrival);
  useEffect(() => {
    if (result === undefined || seen.current === result) return;
    seen.current = result;
    latest.current(result);
  }, [result, latest]);
}
