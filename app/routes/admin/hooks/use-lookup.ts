import { useCallback, useEffect, useRef, useState } from 'react';

import { useToast } from '#app/ui/toaster.tsx';

/**
 * The question that a dialog or a filter asks the server for while it is shown; the newest question wins.
 * @param failure the toast for a question without an answer; none where something else stands in for it
 * @returns `found`: undefined before the first answer, null where there is none
 */
export function useLookup<Found>(failure?: string) {
  const showToast = useToast();
  const [found, setFound] = useState<Found | null>();
  const [isBusy, setIsBusy] = useState(false);
  const last = useRef<AbortController>(undefined);
  useEffect(() => () => last.current?.abort(), []);

  const find = useCallback(
    async (address: string) => {
      last.current?.abort();
      const { signal } = (last.current = new AbortController());
      setIsBusy(true);
      const answer = await readJson<Found>(address, signal).catch(() => null);
      if (signal.aborted) return;
      setFound(answer);
      setIsBusy(false);
      if (answer === null && failure !== undefined) showToast({ text: failure, tone: 'error' });
    },
    [failure, showToast],
  );
  return { find, found, isBusy };
}

/** The answer of a route without a screen. @throws when there is none */
export async function readJson<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const answer = await fetch(address, { signal });
  const isData = answer.headers.get('content-type')?.includes('application/json') === true;
  if (!answer.ok || !isData) throw new Error(`The server answered with status ${answer.status}.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names a route of this product
  return (await answer.json()) as Answer;
}
