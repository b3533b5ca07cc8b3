import type { Toast } from '#app/ui/toaster.tsx';

/** What became of a press about a message. */
export type Outcome = { ok: true; message: string | null } | { ok: false; message: string };

/** Nothing is said of what is seen anyway. */
export function toastOf(outcome: Outcome): Toast | null {
  if (!outcome.ok) return { title: 'Error', text: outcome.message, tone: 'error' };
  return outcome.message === null ? null : { title: 'Success', text: outcome.message };
}
