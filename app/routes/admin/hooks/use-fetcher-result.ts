import { useEffect, useRef } from 'react';

/** Tells of each answer once, when it arrives. */
export function useFetcherResult<Answer extends object>(
  answer: Answer | undefined,
  onArrival: (answer: Answer) => void,
) {
  const told = useRef<Answer>(undefined);
  useEffect(() => {
    if (answer === undefined || told.current === answer) return;
    told.current = answer;
    onArrival(answer);
  }, [answer, onArrival]);
}
