import { composeEmail } from '#domain/email/compose-email.ts';
import type { Mail } from '#domain/email/mailer.ts';

/** The link that makes an address the new one of an account; to the new address. */
export function composeEmailChange(facts: {
  to: string;
  origin: string;
  token: string;
  oldEmail: string;
  hoursOpen: number;
}): Mail {
  const { to, origin, token, oldEmail, hoursOpen } = facts;
  return composeEmail({
    to,
    subject: 'Confirm your new email address',
    lines: [
      `The account ${oldEmail} at ${origin} is to have the address ${to} from now on. Confirm it here:`,
    ],
    link: { label: 'Confirm the new address', href: `${origin}/admin/email-change?token=${token}` },
    closing: [
      `The link works once, within ${hoursOpen} hours.`,
      'If you do not know this account, do nothing.',
    ],
  });
}
