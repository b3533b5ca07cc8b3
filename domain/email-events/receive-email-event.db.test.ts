import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { test } from '#tests/database.ts';
import { contextOn } from '#tests/factories.ts';
import type { EmailService } from './email-service.ts';
import { receiveEmailEvent } from './receive-email-event.ts';

const now = new Date('2026-11-22T12:00:00Z');
const seconds = (ago = 0) => Math.floor(now.getTime() / 1_000) - ago;
const instant = (ago = 0) => new Date(seconds(ago) * 1_000).toISOString();

const topic = 'arn:aws:sns:us-east-1:123456789012:bounces';
const certificate = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123abcd.pem';
const confirmation = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
const snsKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const resendKey = Buffer.from('a key of the service Resend').toString('base64');
const secrets: Record<EmailService, string> = {
  ses: topic,
  postmark: 'a password of Postmark',
  resend: `whsec_${resendKey}`,
  mailgun: 'a signing key of Mailgun',
  brevo: 'a-token-of-Brevo',
};

type Sent = { headers: Record<string, string>; body: string };
type What = 'hard' | 'soft' | 'complaint';

/** As each service sends an event, by its documentation; `secret` is another one for a forgery. */
const samples: Record<EmailService, (what: What, options?: { ago?: number; secret?: string }) => Sent> = {
  resend(what, { ago = 0, secret = resendKey } = {}) {
    const bounce = { type: what === 'hard' ? 'Permanent' : 'Transient', message: 'No such user' };
    const complained = { type: 'email.complained', data: { to: ['ada@x.test'] } };
    const bounced = { type: 'email.bounced', data: { email_id: 'e', to: ['ada@x.test'], bounce } };
    const body = JSON.stringify(what === 'complaint' ? complained : bounced);
    const text = `msg_1.${seconds(ago)}.${body}`;
    const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64');
    return {
      headers: {
        'svix-id': 'msg_1',
        'svix-timestamp': String(seconds(ago)),
        'svix-signature': `v1,b3RoZXI= v1,${signature}`,
      },
      body,
    };
  },
  mailgun(what, { ago = 0, secret = secrets.mailgun } = {}) {
    const timestamp = String(seconds(ago));
    const token = 'e0b5477167110d68991efc6b9f89f0a11066af27834600e123';
    const data =
      what === 'complaint'
        ? { event: 'complained' }
        : { event: 'failed', severity: what === 'hard' ? 'permanent' : 'temporary' };
    const signature = createHmac('sha256', secret)
      .update(timestamp + token)
      .digest('hex');
    const body = {
      signature: { timestamp, token, signature },
      'event-data': { ...data, recipient: 'ada@x.test', 'delivery-status': { message: 'gone', code: 550 } },
    };
    return { headers: {}, body: JSON.stringify(body) };
  },
  postmark(what, { ago = 0, secret = secrets.postmark } = {}) {
    const types = { hard: 'HardBounce', soft: 'SoftBounce', complaint: 'SpamComplaint' };
    const RecordType = what === 'complaint' ? 'SpamComplaint' : 'Bounce';
    const body = { RecordType, ID: 42, Type: types[what], Email: 'ada@x.test', BouncedAt: instant(ago) };
    const authorization = `Basic ${Buffer.from(`postmark:${secret}`).toString('base64')}`;
    return { headers: { authorization }, body: JSON.stringify(body) };
  },
  brevo(what, { ago = 0, secret = secrets.brevo } = {}) {
    const event = { hard: 'hard_bounce', soft: 'soft_bounce', complaint: 'spam' }[what];
    const body = { event, email: 'ada@x.test', id: 7, 'message-id': '<m@x>', ts_event: seconds(ago) };
    return { headers: { authorization: `Bearer ${secret}` }, body: JSON.stringify(body) };
  },
  ses(what, { ago = 0, secret } = {}) {
    const recipients = [{ emailAddress: 'ada@x.test', diagnosticCode: 'smtp; 550 5.1.1 gone' }];
    const bounceType = what === 'hard' ? 'Permanent' : 'Transient';
    const message =
      what === 'complaint'
        ? { notificationType: 'Complaint', complaint: { complainedRecipients: recipients } }
        : { notificationType: 'Bounce', bounce: { bounceType, bouncedRecipients: recipients } };
    return sns({ Type: 'Notification', Message: JSON.stringify(message) }, ago, secret !== undefined);
  },
};

function sns(fields: Record<string, string>, ago = 0, isForged = false): Sent {
  const sent: Record<string, string> = {
    MessageId: 'sns-1',
    Timestamp: instant(ago),
    TopicArn: topic,
    ...fields,
  };
  const signed = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = signed.flatMap((name) => (name in sent ? [`${name}\n${sent[name]}\n`] : [])).join('');
  const key = isForged ? otherKey.privateKey : snsKey.privateKey;
  const Signature = sign('sha256', Buffer.from(text), key).toString('base64');
  const body = { SignatureVersion: '2', SigningCertURL: certificate, Signature, ...sent };
  return { headers: { 'content-type': 'text/plain' }, body: JSON.stringify(body) };
}

function contextFor(db: Database, only: Partial<Record<EmailService, string>> = secrets) {
  const fetched: string[] = [];
  const fetchText = async (url: string) => {
    fetched.push(url);
    return snsKey.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  };
  const ctx = contextOn(db, { now: () => now, emailEvents: { secrets: only, fetchText } });
  return { ...ctx, fetched };
}

function receive(ctx: ReturnType<typeof contextFor>, service: string, { headers, body }: Sent) {
  return receiveEmailEvent(ctx, service, { header: (name) => headers[name] ?? null, body });
}

async function subscriber(db: Database) {
  await db.deleteFrom('subscribers').execute();
  await db.deleteFrom('suppressed_addresses').execute();
  await db.insertInto('subscribers').values({ email: 'ada@x.test', state: 'confirmed' }).execute();
}

async function stateOf(db: Database) {
  const { rows } = await sql<{ state: string }>`
    select state || ' ' || soft_bounces || case when is_suppressed(email) then ' suppressed' else '' end as state
    from subscribers`.execute(db);
  return rows[0]?.state;
}

describe.each(Object.keys(samples).filter((name): name is EmailService => name in samples))(
  '%s',
  (service) => {
    test('hard bounces and complaints suppress the address, a soft bounce is counted', async ({ db }) => {
      const expected = {
        hard: 'bounced 0 suppressed',
        complaint: 'complained 0 suppressed',
        soft: 'confirmed 1',
      };
      for (const what of ['hard', 'complaint', 'soft'] as const) {
        await subscriber(db);
        await db.deleteFrom('email_events').execute();
        await receive(contextFor(db), service, samples[service](what));
        expect(await stateOf(db)).toBe(expected[what]);
      }
    });

    test('a forged, a changed, an old, a future and a replayed event change nothing', async ({ db }) => {
      await subscriber(db);
      const ctx = contextFor(db);
      const day = 86_400;
      const refused = [
        samples[service]('hard', { secret: Buffer.from('another secret').toString('base64') }),
        { ...samples[service]('hard'), headers: {}, body: '{}' },
        { ...samples[service]('hard'), body: 'no JSON' },
        samples[service]('hard', { ago: day + 60 }),
        samples[service]('hard', { ago: -600 }),
      ];
      for (const sent of refused) {
        await expect(receive(ctx, service, sent)).rejects.toMatchObject({ kind: 'forbidden' });
      }
      expect(await stateOf(db)).toBe('confirmed 0');
      await receive(ctx, service, samples[service]('soft'));
      await expect(receive(ctx, service, samples[service]('soft'))).rejects.toMatchObject({
        kind: 'conflict',
      });
      expect(await stateOf(db)).toBe('confirmed 1');
    });

    test('without its setting the address is unknown', async ({ db }) => {
      const { [service]: _, ...others } = secrets;
      await expect(receive(contextFor(db, others), service, samples[service]('hard'))).rejects.toMatchObject({
        kind: 'not-found',
      });
    });
  },
);

test('a signed body of Resend and SES with one character changed is refused', async ({ db }) => {
  await subscriber(db);
  for (const service of ['resend', 'ses'] as const) {
    const { headers, body } = samples[service]('hard');
    const changed = { headers, body: body.replace('ada@x.test', 'bob@x.test') };
    await expect(receive(contextFor(db), service, changed)).rejects.toMatchObject({ kind: 'forbidden' });
  }
});

test('events of SES are refused from another topic and with a certificate from another host', async ({
  db,
}) => {
  const ctx = contextFor(db);
  const Message = '{}';
  const foreign = [
    { TopicArn: 'arn:aws:sns:us-east-1:999999999999:theirs' },
    { SigningCertURL: 'https://sns.us-east-1.amazonaws.com.evil.test/SimpleNotificationService-1.pem' },
    { SigningCertURL: 'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem' },
    { SigningCertURL: 'https://sns.us-east-1.amazonaws.com:444/SimpleNotificationService-1.pem' },
    { SigningCertURL: 'https://sns.us-east-1.amazonaws.com/other.pem' },
  ];
  for (const fields of foreign) {
    const sent = sns({ Type: 'Notification', Message, ...fields });
    await expect(receive(ctx, 'ses', sent)).rejects.toMatchObject({ kind: 'forbidden' });
  }
  expect(ctx.fetched).toEqual([]);
});

test('a signed subscription confirmation of SNS is answered once, at an address of SNS only', async ({
  db,
}) => {
  const ctx = contextFor(db);
  const fields = { Type: 'SubscriptionConfirmation', Message: 'm', Token: 't' };
  await receive(ctx, 'ses', sns({ ...fields, SubscribeURL: confirmation }));
  expect(ctx.fetched).toEqual([certificate, confirmation]);
  await expect(receive(ctx, 'ses', sns({ ...fields, SubscribeURL: confirmation }))).rejects.toMatchObject({
    kind: 'conflict',
  });
  const elsewhere = sns({ ...fields, MessageId: 'sns-2', SubscribeURL: 'https://evil.test/' });
  await receive(ctx, 'ses', elsewhere);
  expect(ctx.fetched).not.toContain('https://evil.test/');
});

test('an unknown service is not found, also with a name of every object', async ({ db }) => {
  for (const name of ['sendgrid', '__proto__', 'toString', '']) {
    await expect(receive(contextFor(db), name, { headers: {}, body: '{}' })).rejects.toMatchObject({
      kind: 'not-found',
    });
  }
});
