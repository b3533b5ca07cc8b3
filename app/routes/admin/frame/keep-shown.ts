import { useEffect } from 'react';
import {
  isRouteErrorResponse,
  useMatches,
  type MiddlewareFunction,
  type DataStrategyResult,
} from 'react-router';

import { useToast } from '#app/ui/toaster.tsx';
import { Screen } from './screen.tsx';

/** In this browser: what is shown, and how to say that it could not be loaded again. */
let shown: ReturnType<typeof useMatches> = [];
let tell: (message: string) => void = () => {};

/**
 * The screen stays as it is when it cannot be loaded again, because the server failed or could not be reached; a toast
 * says so. What was not shown before fails.
 */
export const keepShown: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request, url },
  next,
) => {
  const results = await next();
  if (request.method !== 'GET' || request.signal.aborted) return results;
  for (const [id, { type, result }] of Object.entries(results)) {
    const kept = shown.find(
      (match) => match.id === id && `${url.pathname}/`.startsWith(`${match.pathname}/`),
    );
    if (type !== 'error' || kept?.loaderData === undefined || isAnswer(result)) continue;
    results[id] = { type: 'data', result: kept.loaderData };
    if (kept.handle instanceof Screen) tell(kept.handle.message);
  }
  return results;
};

/** For the frame, below its toaster. */
export function useKeptShown(): void {
  const matches = useMatches();
  const showToast = useToast();
  useEffect(() => {
    shown = matches;
    tell = (text) => showToast({ text, tone: 'error' });
  }, [matches, showToast]);
}

/** Such as a redirect, or that there is no such thing. */
function isAnswer(error: unknown): boolean {
  return (error instanceof Response || isRouteErrorResponse(error)) && error.status < 500;
}
