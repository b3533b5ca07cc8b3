import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** Asks the owner of an address whether the new account with it is theirs. */
export function composeEmailConfirmation(facts: {
  to: string;
  origin: string;
  token: string;
  hoursOpen: number;
}): Mail {
  const { to, origin, token, hoursOpen } = facts;
  return composeEmail({
    to,
    subject: 'Confirm your email address',
    lines: ['An account was created with this email address. If that was you, confirm the address here:'],
    link: { label: 'Confirm your email address', href: `${origin}/admin/confirm?token=${token}` },
    closing: [
      `The link works once, within ${hoursOpen} hours.`,
      'If that was not you, you can ignore this email: the account cannot be used without this confirmation.',
    ],
  });
}
