import { data, isRouteErrorResponse } from 'react-router';

import { beforePatienceEnds } from './timeout.ts';

/**
 * The answer of the server's action, or what the screen says where none comes: at the door, which has a sentence for it,
 * by a line that failed, or by one that is dead. Its status says so too, and the router loads nothing anew: that would
 * fail as well and take away the screen with what was typed. A redirect goes on its way.
 *
 * @param answer what `serverAction` promises
 * @param sentence the screen's own, for a line that failed
 * @param outcomeOf makes of what is said an outcome of the screen
 */
export async function orLost<Answer, Outcome>(
  answer: Promise<Answer>,
  sentence: string,
  outcomeOf: (sentence: string, status: number) => Outcome,
) {
  try {
    return await beforePatienceEnds(answer);
  } catch (error) {
    const lost = lostAnswer(error, sentence);
    return data(outcomeOf(lost.sentence, lost.status), { status: lost.status });
  }
}

function lostAnswer(error: unknown, sentence: string): { status: number; sentence: string } {
  if (error instanceof Response) throw error;
  if (!isRouteErrorResponse(error)) return { status: 503, sentence };
  return { status: error.status, sentence: isSentence(error.data) ? error.data : sentence };
}

/** Whoever stands before the server may answer with a page of its own, or with nothing. */
function isSentence(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && !text.includes('<');
}
