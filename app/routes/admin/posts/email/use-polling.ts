import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const everyMilliseconds = 1_500;

/** Loads the screen again and again while emails leave and the page can be seen. */
export function usePolling(isOn: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isOn || state !== 'idle') return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, everyMilliseconds);
    return () => clearTimeout(timer);
  });
}
