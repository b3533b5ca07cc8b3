import { generateKeyPairSync, sign } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { test } from '#tests/database.ts';
import { contextOn } from '#tests/factories.ts';
import { SigningKeyUnavailable } from './email-events.ts';
import { emailEventAddresses, receiveEmailEvent } from './receive-email-event.ts';

const certificate = 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123abcd.pem';
const confirmation = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
const snsKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 });

type What = 'hard' | 'soft' | 'complaint';

/** As each service sends an event, by its documentation. */
const samples = {
  postmark(what: What) {
    const Type = { hard: 'HardBounce', soft: 'SoftBounce', complaint: 'SpamComplaint' }[what];
    const RecordType = what === 'complaint' ? 'SpamComplaint' : 'Bounce';
    return JSON.stringify({
      RecordType,
      ID: 42,
      Type,
      Email: 'ada@x.test',
      BouncedAt: '2026-11-22T12:00:00Z',
    });
  },
  ses(what: What) {
    const recipients = [{ emailAddress: 'ada@x.test', diagnosticCode: 'smtp; 550 5.1.1 gone' }];
    const bounceType = what === 'hard' ? 'Permanent' : 'Transient';
    const message =
      what === 'complaint'
        ? { notificationType: 'Complaint', complaint: { complainedRecipients: recipients } }
        : { notificationType: 'Bounce', bounce: { bounceType, bouncedRecipients: recipients } };
    return sns({ Type: 'Notification', Message: JSON.stringify(message) });
  },
};

function sns(fields: Record<string, string>, key = snsKey.privateKey): string {
  const sent: Record<string, string> = {
    MessageId: 'sns-1',
    Timestamp: '2026-11-22T12:00:00Z',
    TopicArn: 'arn:aws:sns:us-east-1:123456789012:bounces',
    ...fields,
  };
  const signed = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = signed.flatMap((name) => (name in sent ? [`${name}\n${sent[name]}\n`] : [])).join('');
  const Signature = sign('sha256', Buffer.from(text), key).toString('base64');
  return JSON.stringify({ SignatureVersion: '2', SigningCertURL: certificate, Signature, ...sent });
}

function contextFor(db: Database) {
  const fetched: string[] = [];
  const fetchText = async (url: string) => {
    fetched.push(url);
    return snsKey.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  };
  return { ...contextOn(db, { fetchText }), fetched };
}

function receive(ctx: ReturnType<typeof contextFor>, service: string, body: string) {
  const token = emailEventAddresses(ctx)[0]?.address.split('/').pop() ?? '';
  return receiveEmailEvent(ctx, { service, token, body });
}

async function subscriber(db: Database) {
  for (const table of ['subscribers', 'suppressed_addresses', 'attempts'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.insertInto('subscribers').values({ email: 'ada@x.test', state: 'confirmed' }).execute();
}

async function stateOf(db: Database) {
  const { rows } = await sql<{ state: string }>`
    select state || ' ' || soft_bounces || case when is_suppressed(email) then ' suppressed' else '' end as state
    from subscribers`.execute(db);
  return rows[0]?.state;
}

test('ses: a report that an email is no spam ends no subscription', async ({ db }) => {
  await subscriber(db);
  const complaint = {
    complainedRecipients: [{ emailAddress: 'ada@x.test' }],
    complaintFeedbackType: 'not-spam',
  };
  const Message = JSON.stringify({ notificationType: 'Complaint', complaint });
  await receive(contextFor(db), 'ses', sns({ Type: 'Notification', Message }));
  expect(await stateOf(db)).toBe('confirmed 0');
});

describe.each(['ses', 'postmark'] as const)('%s', (service) => {
  test('hard bounces and complaints suppress the address, soft ones count, each once', async ({ db }) => {
    const expected = {
      hard: 'bounced 0 suppressed',
      complaint: 'complained 0 suppressed',
      soft: 'confirmed 1',
    };
    for (const what of ['hard', 'complaint', 'soft'] as const) {
      await subscriber(db);
      const body = samples[service](what);
      for (let times = 0; times < 2; times += 1) await receive(contextFor(db), service, body);
      expect(await stateOf(db)).toBe(expected[what]);
    }
  });

  test('another token, another service and another format change nothing', async ({ db }) => {
    await subscriber(db);
    const ctx = contextFor(db);
    const body = samples[service]('hard');
    for (const token of ['', 'x'.repeat(43)]) {
      await expect(receiveEmailEvent(ctx, { service, token, body })).rejects.toMatchObject({
        kind: 'not-found',
      });
    }
    for (const name of ['sendgrid', '__proto__', 'toString', '']) {
      await expect(receive(ctx, name, body)).rejects.toMatchObject({ kind: 'not-found' });
    }
    for (const other of ['{}', 'no JSON']) {
      await expect(receive(ctx, service, other)).rejects.toMatchObject({ kind: 'forbidden' });
    }
    expect(await stateOf(db)).toBe('confirmed 0');
  });
});

test('SES events with a wrong signature or a certificate of another host are refused', async ({ db }) => {
  await subscriber(db);
  const ctx = contextFor(db);
  const changed = samples.ses('hard').replace('ada@x.test', 'bob@x.test');
  const Type = 'Notification';
  for (const body of [changed, sns({ Type, Message: '{}' }, otherKey.privateKey)]) {
    await expect(receive(ctx, 'ses', body)).rejects.toMatchObject({ kind: 'forbidden' });
  }
  ctx.fetched.length = 0;
  for (const SigningCertURL of [
    'https://sns.us-east-1.amazonaws.com.evil.test/SimpleNotificationService-1.pem',
    'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com:444/SimpleNotificationService-1.pem',
    'https://sns.us-east-1.amazonaws.com/other.pem',
  ]) {
    const sent = sns({ Type, Message: '{}', SigningCertURL });
    await expect(receive(ctx, 'ses', sent)).rejects.toMatchObject({ kind: 'forbidden' });
  }
  expect(ctx.fetched).toEqual([]);
});

test('a certificate that cannot be fetched or read is named, and the event may return', async ({ db }) => {
  await subscriber(db);
  const ctx = contextFor(db);
  for (const fetchText of [() => Promise.reject(new Error('timeout')), async () => 'no certificate']) {
    const failing = receive({ ...ctx, fetchText }, 'ses', samples.ses('hard'));
    await expect(failing).rejects.toBeInstanceOf(SigningKeyUnavailable);
  }
  await receive(ctx, 'ses', samples.ses('hard'));
  expect(await stateOf(db)).toBe('bounced 0 suppressed');
});

test('a signed confirmation of SNS is answered once, at an address of SNS only', async ({ db }) => {
  const ctx = contextFor(db);
  const fields = { Type: 'SubscriptionConfirmation', Message: 'm', Token: 't' };
  for (let times = 0; times < 2; times += 1) {
    await receive(ctx, 'ses', sns({ ...fields, SubscribeURL: confirmation }));
  }
  expect(ctx.fetched).toEqual([certificate, confirmation, certificate]);
  await receive(ctx, 'ses', sns({ ...fields, MessageId: 'sns-2', SubscribeURL: 'https://evil.test/' }));
  expect(ctx.fetched).not.toContain('https://evil.test/');
});
