import type { SubscriberState } from '#db/queries/subscribers.ts';

export type { SubscriberState };

/** Each state by its name on screens and in exports. */
export const subscriberStates: Record<SubscriberState, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Complained',
};
