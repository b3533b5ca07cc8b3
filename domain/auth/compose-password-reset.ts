import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** The email with the link that sets a new password. */
export function composePasswordReset(facts: {
  to: string;
  origin: string;
  token: string;
  minutesOpen: number;
}): Mail {
  const { to, origin, token, minutesOpen } = facts;
  return composeEmail({
    to,
    subject: 'Choose a new password',
    lines: [
      `We received a request for a new password for ${to} at ${origin}. If that was you, choose it here:`,
    ],
    link: { label: 'Choose a new password', href: `${origin}/admin/reset-password?token=${token}` },
    closing: [
      `The link works once, within ${minutesOpen} minutes of the request.`,
      'If that was not you, you can ignore this email. Your password has not been changed.',
    ],
  });
}
