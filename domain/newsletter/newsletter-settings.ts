import type { SetupFacts } from './newsletter-setup.ts';

/** What the settings say about new posts by email. */
export type NewsletterSettings = {
  /** Whether there is a mail server for them. */
  hasServer: boolean;
  /** Of the firm, and why readers get the email: both stand in each of them. Null: not set. */
  postalAddress: string | null;
  reason: string | null;
  /** To which mail servers return emails, before the part for each of them; null: to the sender. */
  bounceAddress: string | null;
  /** Finds what `newsletter-setup.ts` checks; takes some seconds. */
  lookUpSetup: () => Promise<SetupFacts>;
};

/** The settings without which no post can be emailed, and are missing. */
export function missingNewsletterSettings(settings: Omit<NewsletterSettings, 'lookUpSetup'>): string[] {
  return [
    ...(settings.hasServer ? [] : ['SMTP_URL']),
    ...(settings.postalAddress === null ? ['NEWSLETTER_POSTAL_ADDRESS'] : []),
    ...(settings.reason === null ? ['NEWSLETTER_REASON'] : []),
  ];
}
