import type { RouterContextProvider } from 'react-router';

import { domainContext, reportErrorContext, type DomainContext } from './request-context.ts';

/**
 * For data that a public address needs: a failure is logged and answered with 503, because trying again may help. A page
 * shows its own message; any other address responds with this one.
 */
export async function withUnavailableFallback<Result>(
  context: Readonly<RouterContextProvider>,
  read: (domain: DomainContext) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(context.get(domainContext));
  } catch (error) {
    context.get(reportErrorContext)(error);
    throw new Response('This is not available right now. Please try again in a moment.', {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
}
