import { noEmailCheck, type EmailCheck } from '#domain/email/email-check.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import { composeTest } from '#domain/email/compose-test.ts';
import { testMessage } from '#domain/email/test-message.ts';
import type { Delivery } from '#domain/email/delivery.ts';
import type { Config } from '../config.ts';

/** What an administrator can ask about the way out that the settings name. */
export function createEmailCheck(
  { email, contactEmail }: Pick<Config, 'email' | 'contactEmail'>,
  parts: { mail: Mailer; delivery: Delivery | null; origin: string },
): EmailCheck {
  const { delivery, mail, origin } = parts;
  if (!delivery || contactEmail === null) return { ...noEmailCheck, recipient: contactEmail };
  return {
    transport: email.transport,
    recipient: contactEmail,
    sendTest: (signal) =>
      mail.isSetUp
        ? mail.send(composeTest({ to: contactEmail, origin }), signal)
        : delivery.deliver(testMessage(contactEmail), 'test', signal),
  };
}
