import { createBulkMailer } from '#adapters/bulk-email-by-smtp.ts';
import type { Sender } from '#adapters/email-by-smtp.ts';
import { createDnsLookup } from '#adapters/dns-records.ts';
import type { NewsletterSettings } from '#domain/newsletter/newsletter-setup.ts';
import type { BulkMailer } from '#domain/post-emails/bulk-mailer.ts';
import type { Config } from '../settings/config.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import { lookUpSetup } from '../newsletter/look-up-setup.ts';

/** How many emails with posts are under way at once, each on a connection of its own. */
export const bulkConnections = 5;

/** The mail server for posts; null: there is none. */
export function openBulkMailer(
  config: Pick<Config, 'email' | 'newsletter'>,
  origin: string,
  from: () => Sender,
): BulkMailer | null {
  const url = bulkServerUrl(config);
  return url === null ? null : createBulkMailer({ url, from, origin, connections: bulkConnections });
}

export function newsletterSettings(
  config: Pick<Config, 'email' | 'newsletter' | 'bounces'>,
  { contactEmail, postalAddress, newsletterReason, isWeekly }: SiteSettings,
): NewsletterSettings {
  const { bounces } = config;
  return {
    hasServer: bulkServerUrl(config) !== null && contactEmail !== null,
    postalAddress,
    reason: newsletterReason,
    isWeekly,
    bounceAddress: bounces?.address ?? null,
    lookUpSetup: () => lookUpSetup({ contactEmail, bounces }, createDnsLookup()),
  };
}

/** The mail server for posts; null: there is none. */
export function bulkServerUrl({ email, newsletter }: Pick<Config, 'email' | 'newsletter'>): string | null {
  return newsletter.smtpUrl ?? (email.transport === 'smtp' ? email.url : null);
}
