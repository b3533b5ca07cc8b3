import { createSmtpMailer } from '#adapters/email-by-smtp.ts';
import { noEmail } from '#adapters/no-email.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import type { Config } from '../config.ts';

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
