import { data, isRouteErrorResponse } from 'react-router';

import type { TermKind } from '#domain/taxonomy/term.ts';
import { textField } from '#app/http/form-fields.ts';
import { failureSentence, type TermOutcome } from './term-words.ts';

/** A failing line or an ended session is an answer too: the list and what was typed stay. */
export async function sendTermForm(
  kind: TermKind,
  request: Request,
  serverAction: () => Promise<unknown>,
): Promise<unknown> {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const sentence = failureSentence(kind, textField(form, 'intent'));
    return data<TermOutcome>(
      { ok: false, sentence, isStale: false },
      { status: isRouteErrorResponse(error) ? error.status : 503 },
    );
  }
}
