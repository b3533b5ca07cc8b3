import { z } from 'zod';

import type { WebhookRow } from '#db/queries/webhooks.ts';
import type { Facts } from '#domain/activity/changed-facts.ts';
import { webAddress } from '#domain/fields/fields.ts';
import { eventName, eventTypes } from './events.ts';

const missing = 'Please enter an address.';

export const webhookInput = z.object({
  url: webAddress('Address', 2_000).refine((url) => url !== null, missing),
  events: z.array(z.enum(eventTypes)).min(1, 'Please choose at least one event.'),
  texts: z.literal('on').optional(),
});

/** The columns of what was typed. */
export function columnsOf({ url, events, texts }: z.output<typeof webhookInput>) {
  return { url: url ?? '', events: [...new Set(events)], has_lead_texts: texts === 'on' };
}

/** The facts of the activity log: of an address the host alone, because its path may be a secret of the receiver. */
export function factsOf({
  url,
  events,
  has_lead_texts,
}: Pick<WebhookRow, 'url' | 'events' | 'has_lead_texts'>): Facts {
  return {
    target: hostOf(url),
    events: events.map(eventName).join(', '),
    leadTexts: has_lead_texts,
  };
}

export function hostOf(url: string): string {
  return new URL(url).host;
}
