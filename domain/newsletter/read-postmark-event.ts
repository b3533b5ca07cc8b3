import { z } from 'zod';

import { parseObject, type EmailEvent } from './email-event.ts';

const event = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]),
  Type: z.string().default(''),
  Email: z.string().default(''),
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
 * Postmark does not sign: the address that it calls is the secret.
 * Formats: https://postmarkapp.com/developer/webhooks/bounce-webhook
 */
export function readPostmarkEvent(body: string): EmailEvent | null {
  const parsed = event.safeParse(parseObject(body));
  if (!parsed.success) return null;
  const { RecordType, ID, Type, Email, Description } = parsed.data;
  const kind = kindOf(RecordType, Type);
  return {
    id: `${RecordType} ${ID}`,
    reports: kind === null ? [] : [{ kind, about: { email: Email }, reason: Description || Type }],
  };
}

function kindOf(record: string, type: string) {
  if (record === 'SpamComplaint' || type === 'SpamComplaint') return 'complaint' as const;
  if (record !== 'Bounce') return null;
  if (hardTypes.includes(type)) return 'hard' as const;
  return softTypes.includes(type) ? ('soft' as const) : null;
}
