import type { RouterContextProvider } from 'react-router';

import { reportErrorContext } from './request-context.ts';

/**
 * For data that a public address needs: a failure is logged and answered with 503, because trying again may help. A page
 * shows its own message; any other address responds with this one.
 */
export async function withUnavailableFallback<Result>(
  work: Promise<Result>,
  context: Readonly<RouterContextProvider>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    context.get(reportErrorContext)(error);
    throw new Response('This is not available right now. Please try again in a moment.', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
}
