import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** The link by which a forgotten password is replaced. */
export function composePasswordReset(letter: {
  to: string;
  origin: string;
  token: string;
  minutesOpen: number;
}): Mail {
  const { to, origin, token, minutesOpen } = letter;
  return composeEmail({
    to,
    subject: 'Choose a new password',
    lines: [`Somebody asked for a new password for ${to} at ${origin}. If that was you, choose it here:`],
    link: { label: 'Choose a new password', href: `${origin}/admin/reset-password?token=${token}` },
    closing: [
      `The link works once, within ${minutesOpen} minutes of the request.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  });
}
