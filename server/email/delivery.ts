import { createEmailDelivery } from '#adapters/delivery-by-email.ts';
import { createServiceDelivery } from '#adapters/delivery-by-service.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import type { Delivery } from '#domain/email/delivery.ts';
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
