import { createBulkMailer } from '#adapters/bulk-email-by-smtp.ts';
import { createDnsLookup } from '#adapters/dns-records.ts';
import type { NewsletterSettings } from '#domain/newsletter/newsletter-setup.ts';
import type { BulkMailer } from '#domain/post-emails/bulk-mailer.ts';
import type { Brand } from '#domain/site/published-words.ts';
import type { Config } from '../settings/config.ts';
import { lookUpSetup } from '../newsletter/look-up-setup.ts';
import { senderOf } from './delivery.ts';

/** How many emails with posts are under way at once, each on a connection of its own. */
export const bulkConnections = 5;

/**
 * The mail server for posts; null: there is none.
 * @param brand with the name of their sender
 */
export function openBulkMailer(
  config: Pick<Config, 'email' | 'newsletter' | 'contactEmail'>,
  origin: string,
  brand: () => Promise<Brand>,
): BulkMailer | null {
  const url = bulkServerUrl(config);
  if (url === null) return null;
  const from = senderOf(config, brand);
  return createBulkMailer({ url, from, origin, connections: bulkConnections });
}

export function newsletterSettings(
  config: Pick<Config, 'email' | 'newsletter' | 'contactEmail' | 'bounces'>,
): NewsletterSettings {
  const smtpUrl = bulkServerUrl(config);
  return {
    get hasServer() {
      return smtpUrl !== null && config.contactEmail !== null;
    },
    get postalAddress() {
      return config.newsletter.postalAddress;
    },
    get reason() {
      return config.newsletter.reason;
    },
    get isWeekly() {
      return config.newsletter.isWeekly;
    },
    bounceAddress: config.bounces?.address ?? null,
    lookUpSetup: () => lookUpSetup(config, createDnsLookup()),
  };
}

/** The mail server for posts; null: there is none. */
export function bulkServerUrl({ email, newsletter }: Pick<Config, 'email' | 'newsletter'>): string | null {
  return newsletter.smtpUrl ?? (email.transport === 'smtp' ? email.url : null);
}
