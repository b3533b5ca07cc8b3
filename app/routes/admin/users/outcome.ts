import type { Toast } from '#app/ui/toaster.tsx';

export type Intent = 'add' | 'change-role' | 'end-sessions' | 'remove' | 'invite' | 'withdraw';

/** What became of a press on the users screen. */
export type Outcome =
  | { ok: true; intent: Exclude<Intent, 'invite'> }
  /** The link is there to be passed on by hand, where no email leaves. */
  | { ok: true; intent: 'invite'; email: string; link: string | null }
  | { ok: false; message: string };

export const loadFailure = 'Failed to load admin users.';

const failures: Record<Intent, string> = {
  add: 'Failed to save admin user.',
  'change-role': 'Failed to save admin user.',
  'end-sessions': 'Failed to end the sessions of this user.',
  remove: 'Failed to remove admin user.',
  invite: 'Failed to save invitation.',
  withdraw: 'Failed to withdraw invitation.',
};

export function failureOfIntent(intent: string): string {
  return isIntent(intent) ? failures[intent] : failures.add;
}

export function isIntent(text: string): text is Intent {
  return Object.hasOwn(failures, text);
}

export function toastOf(outcome: Outcome): Toast {
  if (!outcome.ok) return { title: 'Error', text: outcome.message, tone: 'error' };
  return { title: 'Success', text: successOf(outcome) };
}

function successOf(outcome: Extract<Outcome, { ok: true }>): string {
  switch (outcome.intent) {
    case 'add':
      return 'Admin user created successfully.';
    case 'change-role':
      return 'User role updated successfully.';
    case 'end-sessions':
      return 'Signed out on all devices.';
    case 'remove':
      return 'Admin user removed successfully.';
    case 'withdraw':
      return 'Invitation withdrawn.';
    case 'invite':
      return outcome.link === null
        ? `Invitation sent to ${outcome.email}.`
        : `Invitation for ${outcome.email} created.`;
  }
}
