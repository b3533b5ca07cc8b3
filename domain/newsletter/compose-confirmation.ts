import type { Email } from '#db/queries/outbox.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import { preferencesAddress, unsubscribeHeaders } from './unsubscribe-headers.ts';

/** Asks the owner of an address to confirm the subscription. */
export function composeConfirmation(to: string, origin: string, token: string): Email {
  return {
    ...composeEmail({
      to,
      subject: 'Please confirm your subscription',
      lines: [`Please confirm that ${to} should get new posts from ${origin} by email:`],
      link: { label: 'Confirm subscription', href: `${origin}/newsletter/confirm?token=${token}` },
      closing: [
        `Choose what you get, now or later: ${preferencesAddress(origin, token)}`,
        'If you did not subscribe, you can ignore this email. We will not email this address again.',
      ],
    }),
    headers: unsubscribeHeaders(origin, token),
  };
}
