import type { DomainContext } from '#domain/context.ts';
import { missingNewsletterSettings } from '#domain/newsletter/newsletter-settings.ts';
import type { Sender } from './compose-post-email.ts';

/** Who sends the emails, and the settings without which none leaves; for a preview they stand for themselves. */
export function senderOf({
  newsletter,
  origin,
}: Pick<DomainContext, 'newsletter' | 'origin'>): Sender & { missing: string[] } {
  const { siteName, postalAddress, reason } = newsletter;
  return {
    siteName,
    origin,
    postalAddress: postalAddress ?? 'NEWSLETTER_POSTAL_ADDRESS is not set.',
    reason: reason ?? 'NEWSLETTER_REASON is not set.',
    missing: missingNewsletterSettings(newsletter),
  };
}
