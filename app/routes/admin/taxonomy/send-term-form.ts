import type { TermKind } from '#domain/taxonomy/term.ts';
import { textField } from '#app/http/form-fields.ts';
import { orLost } from '../network-error.ts';
import { failureSentence, type TermOutcome } from './term-messages.ts';

/** Where it gives no answer, the list and what was typed stay. */
export async function sendTermForm(
  kind: TermKind,
  request: Request,
  serverAction: () => Promise<unknown>,
): Promise<unknown> {
  const form = await request.clone().formData();
  return orLost(
    serverAction(),
    failureSentence(kind, textField(form, 'intent')),
    (sentence): TermOutcome => ({ ok: false, sentence, isStale: false }),
  );
}
