import { useSyncExternalStore } from 'react';

const minute = 60_000;

/** The time in milliseconds, by the minute. @param atLoad what the server's clock showed, for the first render */
export function useNow(atLoad: Date): number {
  return useSyncExternalStore(
    everyMinute,
    () => floor(Date.now()),
    () => floor(atLoad.getTime()),
  );
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, minute);
  return () => clearInterval(timer);
}

function floor(instant: number): number {
  return Math.floor(instant / minute) * minute;
}
