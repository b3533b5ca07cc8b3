import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** Asks whoever reads an address whether the new account with it is theirs. */
export function composeEmailConfirmation(letter: {
  to: string;
  origin: string;
  token: string;
  hoursOpen: number;
}): Mail {
  const { to, origin, token, hoursOpen } = letter;
  return composeEmail({
    to,
    subject: 'Confirm your email address',
    lines: [
      'Somebody created an account with this email address. If that was you, confirm the address here:',
    ],
    link: { label: 'Confirm your email address', href: `${origin}/admin/confirm?token=${token}` },
    closing: [
      `The link works once, within ${hoursOpen} hours.`,
      'If it was not you, do nothing: without this confirmation nobody can sign in.',
    ],
  });
}
