import { useEffect, useState } from 'react';

/** Milliseconds without a key before a search begins. */
const pause = 200;

type Found<Result> = { kind: 'searching' | 'failed' } | { kind: 'found'; result: Result };

/**
 * The result for the words typed last; older answers are dropped.
 * @param search null where nothing can be searched
 * @param query the same object as long as it asks for the same
 * @param page begins again at 1 with new words
 */
export function useSearch<Query, Result>(
  search: ((query: Query, page: number, signal: AbortSignal) => Promise<Result>) | null,
  query: Query,
  page: number,
): Found<Result> {
  const [found, setFound] = useState<Found<Result>>({ kind: 'searching' });
  useEffect(() => {
    if (search === null) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      search(query, page, control.signal).then(
        (result) => setFound({ kind: 'found', result }),
        () => {
          if (!control.signal.aborted) setFound({ kind: 'failed' });
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [search, query, page]);
  return found;
}
