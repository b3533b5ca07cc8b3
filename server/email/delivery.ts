import { createServiceDelivery } from '#adapters/delivery-by-service.ts';
import { createSmtpMailer } from '#adapters/email-by-smtp.ts';
import { composeTest } from '#domain/email/compose-test.ts';
import {
  type DeliveredMessage,
  type Delivery,
  type EmailCheck,
  noEmailCheck,
} from '#domain/email/delivery.ts';
import { type Mailer, noEmail } from '#domain/email/mailer.ts';
import { composeNotification } from '#domain/messages/compose-notification.ts';
import type { Brand } from '#domain/site/published-words.ts';
import type { Config } from '../settings/config.ts';

/** How messages reach the firm, by the settings; null: they are kept in the inbox only. */
export function createDelivery(
  config: Pick<Config, 'email' | 'contactEmail'>,
  mail: Mailer,
  origin: string,
): Delivery | null {
  const { email } = config;
  if (email.transport === 'none') return null;
  const to = () => config.contactEmail ?? '';
  return email.transport === 'smtp'
    ? createEmailDelivery({ mail, to, origin })
    : createServiceDelivery({ ...email, to });
}

/**
 * The way out for emails that the settings name.
 * @param brand what they show of the site
 */
export function createMailer(
  config: Pick<Config, 'email' | 'contactEmail'>,
  brand: () => Promise<Brand>,
): Mailer {
  const { email } = config;
  if (email.transport !== 'smtp') return noEmail;
  const mailer = createSmtpMailer({
    url: email.url,
    from: senderOf(config, brand),
    accent: async () => (await brand()).accent,
  });
  return {
    ...mailer,
    get isSetUp() {
      return config.contactEmail !== null;
    },
  };
}

/** Whose emails they are, as the owner has it in Site at the moment of each. */
export function senderOf(config: Pick<Config, 'contactEmail'>, brand: () => Promise<Brand>) {
  return {
    name: async () => (await brand()).name,
    get address() {
      return config.contactEmail ?? '';
    },
  };
}

/** What an administrator can ask about the way out that the settings name. */
export function createEmailCheck(
  config: Pick<Config, 'email' | 'contactEmail'>,
  parts: { mail: Mailer; delivery: Delivery | null; origin: string },
): EmailCheck {
  const { delivery, mail, origin } = parts;
  const { email, contactEmail } = config;
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
export function createEmailDelivery(options: { mail: Mailer; to: () => string; origin: string }): Delivery {
  return {
    deliver: (message, id, signal) =>
      options.mail.send({ ...composeNotification(message, options.to(), options.origin), id }, signal),
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
    page: '',
    campaign: '',
    referrer_host: '',
    last_post_title: null,
  };
}
