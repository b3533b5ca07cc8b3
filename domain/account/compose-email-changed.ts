import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** Tells of a new address of an account, with the link that undoes it; to the old address. */
export function composeEmailChanged(facts: {
  to: string;
  origin: string;
  token: string;
  newEmail: string;
  daysOpen: number;
}): Mail {
  const { to, origin, token, newEmail, daysOpen } = facts;
  return composeEmail({
    to,
    subject: 'The email address of your account has changed',
    lines: [`The account ${to} at ${origin} has the address ${newEmail} now.`],
    link: { label: 'Undo the change', href: `${origin}/admin/email-change?token=${token}` },
    closing: [
      `If it was not you, undo the change within ${daysOpen} days. Every session of the account ends then, and you choose a new password.`,
    ],
  });
}
