import { z } from 'zod';

import { isSameSecret, maxAges, parseObject, type EventReader } from './email-service.ts';

const event = z.object({
  event: z.string(),
  email: z.string().default(''),
  id: z.union([z.number(), z.string()]).default(''),
  'message-id': z.string().max(120).default(''),
  /** Seconds since 1970. */
  ts_event: z.number(),
  reason: z.string().nullish(),
});

const kinds = new Map([
  ['hard_bounce', 'hard'],
  ['invalid_email', 'hard'],
  ['soft_bounce', 'soft'],
  ['blocked', 'soft'],
  ['spam', 'complaint'],
] as const);

/**
 * Brevo does not sign: it sends a token with every request. The same id stands in all events of a webhook.
 * Formats: https://developers.brevo.com/docs/username-and-password-authentication and
 * https://developers.brevo.com/docs/transactional-webhooks
 */
export const readBrevoEvent: EventReader = ({ header, body }, secret) => {
  const [, token = ''] = /^Bearer ([\x21-\x7e]{1,500})$/i.exec(header('authorization') ?? '') ?? [];
  if (!isSameSecret(token, secret)) return null;
  const parsed = event.safeParse(parseObject(body));
  if (!parsed.success) return null;
  const { event: name, email, id, ts_event: seconds, reason } = parsed.data;
  const kind = [...kinds].find(([known]) => known === name)?.[1];
  return {
    id: `${name} ${id} ${seconds} ${parsed.data['message-id']}`.slice(0, 200),
    at: new Date(seconds * 1_000),
    maxAge: maxAges.day,
    reports: kind === undefined ? [] : [{ kind, about: { email }, reason: reason ?? name }],
  };
};
