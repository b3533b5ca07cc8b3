import { createServiceDelivery } from '#adapters/delivery-by-service.ts';
import { createSmtpMailer, type Sender } from '#adapters/email-by-smtp.ts';
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
import type { SiteSettings } from '../settings/site-settings.ts';

/** The settings of email at one moment. */
type EmailSettings = Pick<Config, 'email'> & Pick<SiteSettings, 'contactEmail'> & { origin: string };

/** How messages reach the firm; null: they are kept in the inbox only. */
export function createDelivery(
  { email, contactEmail, origin }: EmailSettings,
  mail: Mailer,
): Delivery | null {
  if (email.transport === 'none' || contactEmail === null) return null;
  return email.transport === 'smtp'
    ? createEmailDelivery({ mail, to: contactEmail, origin })
    : createServiceDelivery({ ...email, to: contactEmail });
}

/** The way out for emails that the settings name. */
export function createMailer({ email }: Pick<Config, 'email'>, from: () => Sender): Mailer {
  return email.transport === 'smtp' ? createSmtpMailer({ url: email.url, from }) : noEmail;
}

/** The sender of all emails: the site. */
export function senderOf(
  { contactEmail, postalAddress }: Pick<SiteSettings, 'contactEmail' | 'postalAddress'>,
  { name, accent, logo }: Brand,
  origin: string,
): Sender {
  return { name, address: contactEmail ?? '', accent, postalAddress, logo: logo && `${origin}${logo}` };
}

/** Questions of an administrator about the delivery that the settings name. */
export function createEmailCheck(
  { email, contactEmail, origin }: EmailSettings,
  { mail, delivery }: { mail: Mailer; delivery: Delivery | null },
): EmailCheck {
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
    page: '',
    campaign: '',
    referrer_host: '',
    last_post_title: null,
  };
}
