import { z } from 'zod';
import { createPublicKey, type KeyObject, verify } from 'node:crypto';

import { parseJson } from '#domain/fields/parse-json.ts';
import type { BounceReport } from './record-bounce.ts';

export type WebReader = {
  /**
   * A text of the web, of some kilobytes at most, within seconds, such as a certificate that an email service signs with.
   * Rejects when there is none.
   */
  fetchText: (url: string) => Promise<string>;
};

/** A request of an email service, as far as it matters here. */
export type EmailEvent = {
  /** The same for every delivery of the event. */
  id: string;
  reports: BounceReport[];
  /** An address to fetch, which confirms that events may be sent here. */
  confirmAt?: string;
};

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
  const parsed = event.safeParse(parseJson(body));
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

const envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().min(1).max(200),
  Timestamp: z.iso.datetime({ offset: true }),
  TopicArn: z.string(),
  Message: z.string(),
  Subject: z.string().optional(),
  Token: z.string().optional(),
  SubscribeURL: z.string().max(2_000).optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(2_000),
  SigningCertURL: z.string().max(1_000),
});
type Envelope = z.output<typeof envelope>;

const recipients = z
  .array(z.object({ emailAddress: z.string(), diagnosticCode: z.string().optional() }))
  .max(100);
const message = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z
    .object({ complainedRecipients: recipients, complaintFeedbackType: z.string().optional() })
    .optional(),
});

/** The hosts of SNS, in whatever region. Anybody can sign with a certificate of another host. */
const snsHost = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(?:\.cn)?$/;
const certificatePath = /^\/SimpleNotificationService-[0-9a-zA-Z]{1,100}\.pem$/;

/** The certificate that SNS signs with could not be fetched: the event may be sent again. */
export class SigningKeyUnavailable extends Error {
  override readonly name = 'SigningKeyUnavailable';
}

/**
 * SES sends its notifications through a topic of SNS, which signs with a key of its own. Formats:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html and
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 * @throws SigningKeyUnavailable
 */
export async function readSesEvent(
  body: string,
  fetchText: WebReader['fetchText'],
): Promise<EmailEvent | null> {
  const parsed = envelope.safeParse(parseJson(body));
  if (!parsed.success) return null;
  const sent = parsed.data;
  if (!isSnsAddress(sent.SigningCertURL, certificatePath)) return null;
  const algorithm = sent.SignatureVersion === '1' ? 'sha1' : 'sha256';
  const key = await fetchKey(sent.SigningCertURL, fetchText);
  const signature = Buffer.from(sent.Signature, 'base64');
  if (!verify(algorithm, Buffer.from(signedText(sent)), key, signature)) return null;
  const { MessageId: id, SubscribeURL: confirmAt } = sent;
  if (sent.Type === 'Notification') return { id, reports: reportsOf(sent.Message) };
  if (sent.Type === 'SubscriptionConfirmation' && confirmAt && isSnsAddress(confirmAt)) {
    return { id, reports: [], confirmAt };
  }
  return { id, reports: [] };
}

async function fetchKey(url: string, fetchText: WebReader['fetchText']): Promise<KeyObject> {
  try {
    return createPublicKey(await fetchText(url));
  } catch (cause) {
    throw new SigningKeyUnavailable(`The certificate at ${url} could not be read.`, { cause });
  }
}

/** The signed fields in the order of their names, each with its name, a line each. */
function signedText(sent: Envelope): string {
  const names =
    sent.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names.flatMap((name) => (sent[name] === undefined ? [] : [`${name}\n${sent[name]}\n`])).join('');
}

function isSnsAddress(address: string, path = /^\//): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '')
    return false;
  return snsHost.test(url.hostname) && path.test(url.pathname);
}

function reportsOf(text: string): BounceReport[] {
  const parsed = message.safeParse(parseJson(text));
  if (!parsed.success) return [];
  const { bounce, complaint } = parsed.data;
  if (complaint) {
    const reason = complaint.complaintFeedbackType ?? 'complaint';
    if (reason === 'not-spam') return [];
    return complaint.complainedRecipients.map(({ emailAddress: email }) => ({
      kind: 'complaint',
      about: { email },
      reason,
    }));
  }
  const kind = bounce?.bounceType === 'Permanent' ? 'hard' : 'soft';
  return (bounce?.bouncedRecipients ?? []).map(({ emailAddress: email, diagnosticCode }) => ({
    kind,
    about: { email },
    reason: diagnosticCode ?? bounce?.bounceType ?? '',
  }));
}
