import { createHmac } from 'node:crypto';

import { z } from 'zod';

import { isSameSecret, maxAges, parseObject, type EventReader } from './email-service.ts';

const event = z.object({
  signature: z.object({
    timestamp: z.coerce.string().regex(/^\d{1,12}$/),
    token: z.string().min(1).max(100),
    signature: z.string(),
  }),
  'event-data': z.object({
    event: z.string(),
    severity: z.string().default(''),
    recipient: z.string().default(''),
    'delivery-status': z
      .object({ message: z.string().default(''), description: z.string().nullish() })
      .optional(),
  }),
});

/**
 * Mailgun signs the time and a token that is used once: HMAC-SHA256 of `timestamp` + `token`.
 * Formats: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks and
 * https://documentation.mailgun.com/docs/mailgun/user-manual/events/events
 */
export const readMailgunEvent: EventReader = ({ body }, secret) => {
  const parsed = event.safeParse(parseObject(body));
  if (!parsed.success) return null;
  const { signature, 'event-data': data } = parsed.data;
  const expected = createHmac('sha256', secret)
    .update(signature.timestamp + signature.token)
    .digest('hex');
  if (!isSameSecret(signature.signature, expected)) return null;
  const kind = kindOf(data.event, data.severity);
  const status = data['delivery-status'];
  const reason = status?.message || status?.description || data.event;
  return {
    id: signature.token,
    at: new Date(Number(signature.timestamp) * 1_000),
    maxAge: maxAges.hour,
    reports: kind === null ? [] : [{ kind, about: { email: data.recipient }, reason }],
  };
};

function kindOf(name: string, severity: string) {
  if (name === 'complained') return 'complaint' as const;
  if (name !== 'failed') return null;
  return severity === 'permanent' ? ('hard' as const) : ('soft' as const);
}
