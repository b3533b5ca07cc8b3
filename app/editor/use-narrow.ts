import { useSyncExternalStore } from 'react';

const narrow = () => matchMedia('(width < 40rem)');

/** True if the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(follow, () => narrow().matches);
}

function follow(note: () => void): () => void {
  const media = narrow();
  media.addEventListener('change', note);
  return () => media.removeEventListener('change', note);
}
