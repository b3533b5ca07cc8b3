import type { Mailer } from '#domain/email/mailer.ts';
import { composeNotification } from '#domain/messages/compose-notification.ts';
import type { Delivery } from '#domain/email/delivery.ts';

/** Messages as emails from the site to the firm: never from the visitor, whose address we may not use. */
export function createEmailDelivery(options: { mail: Mailer; to: string; origin: string }): Delivery {
  return {
    deliver: (message, id, signal) =>
      options.mail.send({ ...composeNotification(message, options.to, options.origin), id }, signal),
  };
}
