import type { TermKind } from '#domain/taxonomy/term.ts';
import { textField } from '#app/http/form-fields.ts';
import { withNetworkFallback } from '../network-error.ts';
import { failureMessage, type TermOutcome } from './term-messages.ts';

/** Where it gives no answer, the list and what was typed stay. */
export async function sendTermForm(
  kind: TermKind,
  request: Request,
  serverAction: () => Promise<unknown>,
): Promise<unknown> {
  const form = await request.clone().formData();
  return withNetworkFallback(
    serverAction(),
    failureMessage(kind, textField(form, 'intent')),
    (message): TermOutcome => ({ ok: false, message, isStale: false }),
  );
}
