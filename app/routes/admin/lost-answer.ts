import { isRouteErrorResponse } from 'react-router';

/**
 * What is said where the server's action gave no answer: at the door, which has a sentence for it, or by a line that
 * failed. The screen and what was typed stay. A redirect goes on its way.
 *
 * @param error what `serverAction` threw
 * @param sentence the screen's own, for a line that failed
 */
export function lostAnswer(error: unknown, sentence: string): { status: number; sentence: string } {
  if (error instanceof Response) throw error;
  if (!isRouteErrorResponse(error)) return { status: 503, sentence };
  return { status: error.status, sentence: isSentence(error.data) ? error.data : sentence };
}

/** Whoever stands before the server may answer with a page of its own, or with nothing. */
function isSentence(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && !text.includes('<');
}
