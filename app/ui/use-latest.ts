import { useEffect, useRef, type RefObject } from 'react';

/** The newest value, for timers, listeners and effects that must not start over when it changes. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
