import type { Mailer } from '#domain/email/mailer.ts';
import { composeNotification } from '#domain/messages/compose-notification.ts';
import type { Delivery } from '#domain/email/delivery.ts';

/** Delivers messages as emails to the firm. The sender is the site: it may not send with the visitor's address. */
export function createEmailDelivery(options: { mail: Mailer; to: string; origin: string }): Delivery {
  return {
    deliver: (message, id, signal) =>
      options.mail.send({ ...composeNotification(message, options.to, options.origin), id }, signal),
  };
}
