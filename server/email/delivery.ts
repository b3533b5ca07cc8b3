import { createServiceDelivery } from '#adapters/delivery-by-service.ts';
import { createSmtpMailer } from '#adapters/email-by-smtp.ts';
import { composeTest } from '#domain/email/compose-test.ts';
import type { DeliveredMessage, Delivery } from '#domain/email/delivery.ts';
import { type EmailCheck, noEmailCheck } from '#domain/email/email-check.ts';
import { type Mailer, noEmail } from '#domain/email/mailer.ts';
import { composeNotification } from '#domain/messages/compose-notification.ts';
import type { Config } from '../config.ts';

/** How messages reach the firm, by the settings; null: they are kept in the inbox only. */
export function createDelivery(
  { email, contactEmail }: Pick<Config, 'email' | 'contactEmail'>,
  mail: Mailer,
  origin: string,
): Delivery | null {
  if (contactEmail === null || email.transport === 'none') return null;
  if (email.transport === 'smtp') return createEmailDelivery({ mail, to: contactEmail, origin });
  return createServiceDelivery({ ...email, to: contactEmail });
}

/**
 * The way out for emails that the settings name.
 * @param siteName the name of their sender
 */
export function createMailer(
  config: Pick<Config, 'email' | 'contactEmail'>,
  siteName: string | (() => Promise<string>),
): Mailer {
  const { email, contactEmail } = config;
  if (email.transport !== 'smtp' || contactEmail === null) return noEmail;
  return createSmtpMailer({ url: email.url, from: { name: siteName, address: contactEmail } });
}

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

/** Delivers messages as emails to the firm. The sender is the site: it may not send with the visitor's address. */
export function createEmailDelivery(options: { mail: Mailer; to: string; origin: string }): Delivery {
  return {
    deliver: (message, id, signal) =>
      options.mail.send({ ...composeNotification(message, options.to, options.origin), id }, signal),
  };
}

/** A contact message for testing the email service; it is not stored. */
export function testMessage(email: string): DeliveredMessage {
  return {
    id: 'test',
    kind: 'contact',
    name: 'A test',
    email,
    subject: 'A test message',
    message: 'This is a test message. Email delivery works.',
    phone: null,
    industry: null,
    business_stage: null,
    funding_to_date: null,
  };
}
