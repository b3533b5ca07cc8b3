import { z } from 'zod';

import { isSameSecret, maxAges, parseObject, type EventReader } from './email-service.ts';

const event = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]),
  Type: z.string().default(''),
  Email: z.string().default(''),
  BouncedAt: z.iso.datetime({ offset: true }),
  Description: z.string().default(''),
});

/** Bounces that say that there is no such address. */
const hardTypes: readonly string[] = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'];
const softTypes: readonly string[] = [
  'SoftBounce',
  'Transient',
  'DnsError',
  'Blocked',
  'Undeliverable',
  'Unknown',
];

/**
 * Postmark does not sign: the password in the address that it calls (Basic authentication) is the secret; the name in it is
 * not looked at. Formats: https://postmarkapp.com/developer/webhooks/webhooks-overview#protecting-your-webhook and
 * https://postmarkapp.com/developer/webhooks/bounce-webhook
 */
export const readPostmarkEvent: EventReader = ({ header, body }, secret) => {
  const [, encoded = ''] = /^Basic ([\w+/=]{1,1000})$/i.exec(header('authorization') ?? '') ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = credentials.indexOf(':');
  if (colon === -1 || !isSameSecret(credentials.slice(colon + 1), secret)) return null;
  const parsed = event.safeParse(parseObject(body));
  if (!parsed.success) return null;
  const { RecordType, ID, Type, Email, BouncedAt, Description } = parsed.data;
  const kind = kindOf(RecordType, Type);
  return {
    id: `${RecordType} ${ID}`,
    at: new Date(BouncedAt),
    maxAge: maxAges.day,
    reports: kind === null ? [] : [{ kind, about: { email: Email }, reason: Description || Type }],
  };
};

function kindOf(record: string, type: string) {
  if (record === 'SpamComplaint' || type === 'SpamComplaint') return 'complaint' as const;
  if (record !== 'Bounce') return null;
  if (hardTypes.includes(type)) return 'hard' as const;
  return softTypes.includes(type) ? ('soft' as const) : null;
}
