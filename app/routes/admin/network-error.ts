import { data, isRouteErrorResponse } from 'react-router';

import { withTimeout } from './timeout.ts';

/**
 * The answer of the server's action, or what the screen says where none comes: at the door, which has a message for it,
 * by a line that failed, or by one that is dead. Its status says so too, and the router loads nothing anew: that would
 * fail as well and take away the screen with what was typed. A redirect goes on its way.
 *
 * @param answer what `serverAction` promises
 * @param message the screen's own, for a line that failed
 * @param outcomeOf makes of what is said an outcome of the screen
 */
export async function withNetworkFallback<Answer, Outcome>(
  answer: Promise<Answer>,
  message: string,
  outcomeOf: (message: string, status: number) => Outcome,
) {
  try {
    return await withTimeout(answer);
  } catch (error) {
    const lost = lostAnswer(error, message);
    return data(outcomeOf(lost.message, lost.status), { status: lost.status });
  }
}

function lostAnswer(error: unknown, message: string): { status: number; message: string } {
  if (error instanceof Response) throw error;
  if (!isRouteErrorResponse(error)) return { status: 503, message };
  return { status: error.status, message: isMessage(error.data) ? error.data : message };
}

/** Whoever stands before the server may answer with a page of its own, or with nothing. */
function isMessage(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && !text.includes('<');
}
