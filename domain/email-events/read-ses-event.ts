import { createPublicKey, verify } from 'node:crypto';

import { z } from 'zod';

import type { BounceReport } from '#domain/newsletter/record-bounce.ts';
import {
  isSameSecret,
  maxAges,
  parseObject,
  type EmailEventSettings,
  type EventReader,
} from './email-service.ts';

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

/**
 * SES sends its notifications through a topic of SNS, which signs with a key of its own. Every AWS account can do that, so
 * the topic must be ours. Formats:
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html and
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 * @param secret the ARN of the topic
 */
export const readSesEvent: EventReader = async ({ body }, secret, settings) => {
  const parsed = envelope.safeParse(parseObject(body));
  if (!parsed.success) return null;
  const sent = parsed.data;
  if (!isSameSecret(sent.TopicArn, secret)) return null;
  if (!(await isSigned(sent, settings))) return null;
  const event = { id: sent.MessageId, at: new Date(sent.Timestamp), maxAge: maxAges.hour };
  if (sent.Type === 'Notification') return { ...event, reports: reportsOf(sent.Message) };
  if (sent.Type === 'SubscriptionConfirmation' && sent.SubscribeURL && isSnsAddress(sent.SubscribeURL)) {
    return { ...event, reports: [], confirmAt: sent.SubscribeURL };
  }
  return { ...event, reports: [] };
};

async function isSigned(sent: Envelope, { fetchText }: EmailEventSettings): Promise<boolean> {
  if (!isSnsAddress(sent.SigningCertURL, certificatePath)) return false;
  const key = createPublicKey(await fetchText(sent.SigningCertURL));
  const algorithm = sent.SignatureVersion === '1' ? 'sha1' : 'sha256';
  const signature = Buffer.from(sent.Signature, 'base64');
  return verify(algorithm, Buffer.from(signedText(sent)), key, signature);
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
  const parsed = message.safeParse(parseObject(text));
  if (!parsed.success) return [];
  const { bounce, complaint } = parsed.data;
  if (complaint) {
    const reason = complaint.complaintFeedbackType ?? 'complaint';
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
