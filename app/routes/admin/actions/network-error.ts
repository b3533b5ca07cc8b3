import { data, isRouteErrorResponse } from 'react-router';

import { withTimeout } from './timeout.ts';

/**
 * The answer of the server's action, or the screen's own failure when there is none: the guard refused the request (with
 * a message of its own), the connection failed, or no answer came in time. The status of the failure keeps the router
 * from reloading the screen, which would fail as well and lose what was typed. A redirect is followed.
 *
 * @param answer what `serverAction` promises
 * @param message the screen's own, for a failed connection
 * @param outcomeOf makes the result that the screen shows
 */
export async function withNetworkFallback<Answer, Outcome>(
  answer: Promise<Answer>,
  message: string,
  outcomeOf: (message: string, status: number) => Outcome,
) {
  try {
    return await withTimeout(answer);
  } catch (error) {
    const failure = failureOf(error, message);
    return data(outcomeOf(failure.message, failure.status), { status: failure.status });
  }
}

function failureOf(error: unknown, message: string): { status: number; message: string } {
  if (error instanceof Response) throw error;
  if (!isRouteErrorResponse(error)) return { status: 503, message };
  return { status: error.status, message: isMessage(error.data) ? error.data : message };
}

/** A proxy before the server may answer with a page of its own, or with nothing. */
function isMessage(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && !text.includes('<');
}
