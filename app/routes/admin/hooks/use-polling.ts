import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Loads the screen again and again while something goes on and the page can be seen. */
export function usePolling(isOn: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isOn || state !== 'idle') return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, 1_500);
    return () => clearTimeout(timer);
  });
}
