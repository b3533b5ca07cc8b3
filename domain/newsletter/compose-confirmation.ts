import type { Email } from '#db/queries/outbox.ts';
import { composeEmail } from '#domain/email/compose-email.ts';
import { unsubscribeHeaders } from './unsubscribe-headers.ts';

/** Asks whether an address really wants letters. */
export function composeConfirmation(to: string, origin: string, token: string): Email {
  return {
    ...composeEmail({
      to,
      subject: 'Please confirm your subscription',
      lines: [
        `Somebody, probably you, asked for letters from ${origin} to ${to}. If you want them, confirm it here:`,
      ],
      link: { label: 'Confirm subscription', href: `${origin}/newsletter/confirm?token=${token}` },
      closing: ['If it was not you, do nothing: no letters will come.'],
    }),
    headers: unsubscribeHeaders(origin, token),
  };
}
