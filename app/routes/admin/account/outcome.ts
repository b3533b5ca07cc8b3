import type { Toast } from '#app/ui/toaster.tsx';

export type Intent = 'update' | 'change-password' | 'end-session';

/** What became of a press on the account screen. */
export type Outcome = { ok: true; intent: Intent } | { ok: false; message: string };

export const loadFailure = 'Failed to load your account.';

const successes: Record<Intent, string> = {
  update: 'Your account has been updated.',
  'change-password': 'Your password has been changed. Your other sessions have ended.',
  'end-session': 'The session has ended.',
};

const failures: Record<Intent, string> = {
  update: 'Failed to update your account.',
  'change-password': 'Failed to change your password.',
  'end-session': 'Failed to end the session.',
};

export function failureOfIntent(intent: string): string {
  return isIntent(intent) ? failures[intent] : failures.update;
}

export function isIntent(text: string): text is Intent {
  return Object.hasOwn(failures, text);
}

export function toastOf(outcome: Outcome): Toast {
  return outcome.ok
    ? { title: 'Success', text: successes[outcome.intent] }
    : { title: 'Error', text: outcome.message, tone: 'error' };
}
