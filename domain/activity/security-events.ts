import type { Actor } from '#domain/core/context.ts';

/**
 * Every security event of the process log, with its meaning. An event that the activity log holds too has the same name
 * there.
 */
export const securityEvents = {
  'sign-in': 'A user signed in.',
  'sign-in-failed':
    'A wrong password, passkey, code or answer of single sign-on, or an unknown email address.',
  'sign-out': 'A user signed out, on all their devices.',
  'session-ended': 'An administrator ended one of their own sessions.',
  'sessions-ended': 'An administrator ended all sessions of another person.',
  'limit-reached': 'Something was tried more often than allowed and refused.',
  'permission-denied': 'A request was denied because of the role or the link of its sender.',
  'account-created': 'An account was created.',
  'password-changed': 'An administrator changed their password.',
  'password-reset-requested': 'A new password was requested.',
  'password-reset': 'A user set a new password by email.',
  'email-change-requested': 'An administrator asked for a new email address of their account.',
  'email-changed': 'An administrator changed the email address of their account.',
  'email-change-undone': 'The change of the email address of an account was undone.',
  'passkey-added': 'An administrator added a passkey to their account.',
  'passkey-removed': 'An administrator removed one of their passkeys.',
  'authenticator-added': 'An administrator set up an authenticator app.',
  'authenticator-removed': 'An administrator removed their authenticator app.',
  'recovery-codes-created': 'An administrator created new recovery codes.',
  'recovery-code-used': 'A recovery code was used.',
  'token-created': 'A token was created.',
  'token-ended': 'A token was ended.',
  'sign-in-link-used': 'A sign-in link of the command line was used.',
  'second-factor-policy-changed': 'A super admin changed who needs a second factor.',
  'admin-added': 'An account was given a role.',
  'admin-invited': 'A person was invited to a role.',
  'invitation-accepted': 'An invited person created their account.',
  'role-changed': 'An administrator was given another role.',
  'admin-removed': 'An administrator lost their role.',
  'messages-exported': 'Messages were exported.',
  'subscribers-exported': 'Subscribers were exported.',
  'person-erased': 'Everything of a visitor was erased.',
} as const;

export type SecurityEventName = keyof typeof securityEvents;

/** Further details of an event. A closed list: no passwords, tokens, texts of visitors. */
export type SecurityDetails = {
  /** The user it was done to. */
  subjectId?: string;
  /** Roles before and after. */
  fromRole?: string;
  toRole?: string;
  limit?: string;
  /** Why it was denied: one of the product's own texts. */
  reason?: string;
  sessions?: number;
};

export type SecurityEvent = SecurityDetails & {
  event: SecurityEventName;
  requestId: string | null;
  clientAddress: string | null;
  /** Who did it; null where no user is signed in. For a failed sign-in the email address that was typed. */
  userId: string | null;
  email: string | null;
};

export type SecurityContext = {
  actor: Actor | null;
  clientAddress: string | null;
  /** As in the lines of the log about this request; null for the process itself. */
  requestId: string | null;
  /** Writes a security event to the process log; verbs use `reportSecurityEvent`. */
  reportSecurity: (event: SecurityEvent) => void;
};

export type Person = { userId: string | null; email: string };

/**
 * Reports an event to the process log. A verb calls it after its commit, so that nothing is reported that did not happen.
 * @param by who did it, where that is not the context's actor.
 */
export function reportSecurityEvent(
  ctx: SecurityContext,
  event: SecurityEventName,
  details: SecurityDetails = {},
  by: Person | null = ctx.actor,
): void {
  ctx.reportSecurity({
    event,
    requestId: ctx.requestId,
    clientAddress: ctx.clientAddress,
    userId: by?.userId ?? null,
    email: by?.email ?? null,
    ...details,
  });
}
