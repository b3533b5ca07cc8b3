import type { Toast } from '#app/ui/toaster.tsx';

/** What became of a press about a message. */
export type Outcome = { ok: true; sentence: string | null } | { ok: false; sentence: string };

/** Nothing is said of what is seen anyway. */
export function toastOf(outcome: Outcome): Toast | null {
  if (!outcome.ok) return { title: 'Error', text: outcome.sentence, tone: 'error' };
  return outcome.sentence === null ? null : { title: 'Success', text: outcome.sentence };
}
