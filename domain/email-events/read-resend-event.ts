import { createHmac } from 'node:crypto';

import { z } from 'zod';

import { isSameSecret, maxAges, parseObject, type EventReader } from './email-service.ts';

const event = z.object({
  type: z.string(),
  data: z.object({
    to: z.array(z.string()).max(100),
    bounce: z.object({ type: z.string().default(''), message: z.string().default('') }).optional(),
  }),
});

/**
 * Resend signs as Svix does: HMAC-SHA256 of `id.timestamp.body`, as one of the signatures of the header.
 * Formats: https://docs.svix.com/receiving/verifying-payloads/how-manual and
 * https://resend.com/docs/dashboard/webhooks/event-types
 */
export const readResendEvent: EventReader = ({ header, body }, secret) => {
  const id = header('svix-id') ?? '';
  const timestamp = header('svix-timestamp') ?? '';
  const signatures = (header('svix-signature') ?? '').split(' ', 20);
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return null;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  if (!signatures.some((signature) => isSameSecret(signature, `v1,${expected}`))) return null;
  const parsed = event.safeParse(parseObject(body));
  if (!parsed.success) return null;
  const { type, data } = parsed.data;
  const kind = kindOf(type, data.bounce?.type ?? '');
  const reason = data.bounce?.message ?? type;
  return {
    id,
    at: new Date(Number(timestamp) * 1_000),
    maxAge: maxAges.minutes,
    reports: kind === null ? [] : data.to.map((email) => ({ kind, about: { email }, reason })),
  };
};

function kindOf(type: string, bounceType: string) {
  if (type === 'email.complained') return 'complaint' as const;
  if (type !== 'email.bounced') return null;
  return bounceType === 'Permanent' ? ('hard' as const) : ('soft' as const);
}
