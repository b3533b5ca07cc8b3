import type { DomainContext } from '#domain/context.ts';
import { missingNewsletterSettings } from '#domain/newsletter/newsletter-settings.ts';
import { readSiteName } from '#domain/site/read-site-name.ts';
import type { Sender } from './compose-post-email.ts';

/** Who sends the emails, and the settings without which none leaves; in a preview those stand for themselves. */
export async function senderOf({
  db,
  newsletter,
  origin,
}: Pick<DomainContext, 'db' | 'newsletter' | 'origin'>): Promise<Sender & { missing: string[] }> {
  const { postalAddress, reason } = newsletter;
  return {
    siteName: await readSiteName(db),
    origin,
    postalAddress: postalAddress ?? 'NEWSLETTER_POSTAL_ADDRESS is not set.',
    reason: reason ?? 'NEWSLETTER_REASON is not set.',
    missing: missingNewsletterSettings(newsletter),
  };
}
