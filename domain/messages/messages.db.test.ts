import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createEmailDelivery } from '#server/email/delivery.ts';
import { listen } from '#server/http/port.ts';
import { createServiceDelivery } from '#adapters/delivery-by-service.ts';
import { createSmtpMailer } from '#adapters/email-by-smtp.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { useDatabase } from '#tests/database.ts';
import { addPost, contactMessage, contextAs, contextOn } from '#tests/factories.ts';
import { deliverNext, delivererOn } from '#tests/jobs.ts';
import { useMailServer } from '#tests/mail-server.ts';
import type { Delivery } from '../email/delivery.ts';
import { sendContactMessage, submitJvApplication } from './store-message.ts';

const origin = 'https://firm.test';
const to = 'inbox@firm.test';

const { db } = useDatabase();

beforeEach(async () => {
  await sql`truncate messages, jobs, attempts cascade`.execute(db);
});

function sender(overrides = {}) {
  return contextOn(db, { deliversMessages: true, clientAddress: '192.0.2.1', ...overrides });
}

const application = {
  name: 'Ben',
  email: 'ben@visitor.test',
  industry: 'Ferries',
  businessStage: 'idea',
  problemDescription: 'Queues.',
};

const stored = () => db.selectFrom('messages').selectAll().orderBy('created_at').execute();

const waiting = () => db.selectFrom('jobs').selectAll().execute();

describe('storing', () => {
  test('a message and the promise of its delivery are there together', async () => {
    let woken = 0;
    await sendContactMessage(
      sender({ jobAdded: () => (woken += 1) }),
      contactMessage({ page: '/blog/hello', campaign: ' Spring ' }),
    );
    const [message] = await stored();
    const expected = { kind: 'contact', status: 'new', spam_reason: null };
    expect(message).toMatchObject({ ...expected, page: '/blog/hello', campaign: 'spring' });
    expect(await waiting()).toMatchObject([{ message_id: message?.id, tries: 0, done_at: null }]);
    expect(woken).toBe(1);
  });

  test('a message has the origin of its visit: host, campaign and the last post that was read', async () => {
    const author = await contextAs(db, 'editor');
    const { id } = await addPost(author, { published: 'true' });
    const draft = await addPost(author);
    const visit = { source: 'www.LinkedIn.com', campaign: 'LinkedIn', post: id };
    await sendContactMessage(sender(), contactMessage(visit));
    await submitJvApplication(sender(), { ...application, ...visit });
    await sendContactMessage(sender(), contactMessage({ source: '<b>not a host</b>', post: 'nonsense' }));
    await sendContactMessage(sender(), contactMessage({ post: randomUUID() }));
    await sendContactMessage(sender(), contactMessage({ post: draft.id }));
    const rows = await stored();
    const known = ['linkedin.com', 'linkedin', id];
    const unknown = ['', '', null];
    const origins = rows.map((row) => [row.referrer_host, row.campaign, row.last_post_id]);
    expect(origins).toEqual([known, known, unknown, unknown, unknown]);
    await deletePosts(author, { ids: [id] });
    expect((await stored())[0]).toMatchObject({ referrer_host: 'linkedin.com', last_post_id: null });
  });

  test('without a way out there is no promise: the inbox keeps it', async () => {
    await sendContactMessage(sender({ deliversMessages: false }), contactMessage());
    expect(await stored()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test('the same twice, at once and again, is one message and one delivery', async () => {
    const same = contactMessage();
    await Promise.all(Array.from({ length: 8 }, () => sendContactMessage(sender(), same)));
    await sendContactMessage(sender(), same);
    expect(await stored()).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
    await sql`update messages set created_at = created_at - interval '11 minutes'`.execute(db);
    await sendContactMessage(sender(), same);
    expect(await stored()).toHaveLength(2);
  });

  test.each<[string, Record<string, unknown>]>([
    ['honeypot', { website: 'x', message: 'Cheap at https://buy.example' }],
    ['too-fast', { elapsed: '300' }],
    ['links', { message: 'http://a.example '.repeat(9) }],
  ])('%s: goes to the spam folder, and the firm is not notified', async (reason, fields) => {
    await sendContactMessage(sender(), contactMessage(fields));
    expect(await stored()).toMatchObject([{ spam_reason: reason }]);
    expect(await waiting()).toEqual([]);
  });

  test('the same text from ever new senders is kept aside from the fourth on', async () => {
    for (let n = 1; n <= 5; n += 1) {
      const ctx = sender({ clientAddress: `192.0.2.${n}` });
      await sendContactMessage(ctx, contactMessage({ email: `n${n}@visitor.test`, message: 'Buy now' }));
    }
    expect((await stored()).map(({ spam_reason }) => spam_reason).join()).toBe(',,,repetition,repetition');
  });

  test('a network may send five in ten minutes; the sixth is said not to be stored', async () => {
    const ctx = (n: number) => sender({ rateLimits: true, clientAddress: `2001:db8:1:2::${n}` });
    for (let n = 1; n <= 5; n += 1) await sendContactMessage(ctx(n), contactMessage());
    await expect(sendContactMessage(ctx(6), contactMessage())).rejects.toMatchObject({ kind: 'too-many' });
    await sendContactMessage(
      sender({ rateLimits: true, clientAddress: '2001:db8:1:3::1' }),
      contactMessage(),
    );
    expect(await stored()).toHaveLength(6);
  });
});

describe('delivering', () => {
  const mailServer = useMailServer();
  const failures: unknown[] = [];

  beforeEach(() => {
    failures.length = 0;
  });

  const deliverer = (delivery: Delivery | null, now = new Date()) =>
    delivererOn(db, delivery, { now: () => now, onFailure: (failure) => failures.push(failure) });

  function byEmail(url = mailServer.url) {
    const mail = createSmtpMailer({ url, from: () => ({ name: 'Anyforge', address: 'site@firm.test' }) });
    return { delivery: createEmailDelivery({ mail, to, origin }), close: mail.close };
  }

  test('by SMTP: from the site, to the firm, answers to the visitor, and once', async () => {
    const { delivery, close } = byEmail();
    await sendContactMessage(sender(), contactMessage({ message: 'Line one.\n\nLine <two>.' }));
    expect(await deliverNext(deliverer(delivery))).toBe(true);
    expect(await deliverNext(deliverer(delivery))).toBe(false);
    close();
    const mail = await mailServer.next(to);
    const [entry] = await waiting();
    expect(mail.from).toBe('site@firm.test');
    expect(mail.source).toMatch(/^Reply-To: ada@visitor\.test$/m);
    expect(mail.source).toMatch(/^Subject: Hello$/m);
    expect(mail.source).toContain(`Message-ID: <${entry?.id}@firm.test>`);
    expect(mail.source).toContain('Line &lt;two&gt;.');
    expect(entry?.done_at).toBeInstanceOf(Date);
  });

  test.each(
    [
      ['name', 'Eve\r\nBcc: victim@elsewhere.test'],
      ['name', 'Eve\u2028Bcc: victim@elsewhere.test'],
      ['name', 'Eve" <victim@elsewhere.test>, "'],
      ['name', 'E'.repeat(1_000_000)],
      ['subject', 'Hi\r\nBcc: victim@elsewhere.test'],
      ['subject', 'Hi\r\n\r\nA body of my own'],
      ['email', 'ada@visitor.test\r\nBcc: victim@elsewhere.test'],
      ['email', 'ada@visitor.test, victim@elsewhere.test'],
      ['email', '"ada@b"@visitor.test'],
      ['email', `${'a'.repeat(1_000_000)}@visitor.test`],
    ].map(([field = '', typed = '']) => [field, typed.slice(0, 40), typed] as const),
  )('by SMTP: in the %s, %j is refused or changes no recipient and no header', async (field, _, typed) => {
    const { delivery, close } = byEmail();
    const before = mailServer.received.length;
    const started = performance.now();
    const isTaken = await sendContactMessage(sender(), contactMessage({ [field]: typed })).then(
      () => true,
      (error: unknown) => {
        expect(error).toMatchObject({ kind: 'invalid' });
        return false;
      },
    );
    expect(isTaken).toBe(field !== 'email' && typed.length < 1_000_000);
    if (!isTaken) expect(performance.now() - started).toBeLessThan(500);
    expect(await deliverNext(deliverer(delivery))).toBe(isTaken);
    close();
    if (!isTaken) return;
    const [mail] = mailServer.received.slice(before);
    if (!mail) throw new Error('It did not arrive.');
    expect([mail.from, mail.to]).toEqual(['site@firm.test', [to]]);
    const head = mail.source.slice(0, mail.source.indexOf('\r\n\r\n'));
    const names = head.split(/\r\n(?![ \t])/).map((line) => line.slice(0, line.indexOf(':')));
    expect(names.toSorted().join(' ')).toBe(
      'Auto-Submitted Content-Type Date From MIME-Version Message-ID Reply-To Subject To',
    );
    expect(head).toMatch(/^Reply-To: ada@visitor\.test$/m);
    await mailServer.next(to);
  });

  test('a server that is down costs nothing: it is tried again, and given up after a day', async () => {
    const { delivery, close } = byEmail('smtp://127.0.0.1:1');
    await sendContactMessage(sender(), contactMessage());
    const parts = deliverer(delivery);
    await deliverNext(parts);
    const [failed] = await waiting();
    expect(failed).toMatchObject({ tries: 1, done_at: null, given_up_at: null });
    expect(failed?.last_error).toContain('ECONNREFUSED');
    expect((failed?.run_at.getTime() ?? 0) - parts.now().getTime()).toBe(10_000);
    expect(await deliverNext(parts)).toBe(false);

    await sql`update jobs set run_at = now(), created_at = now() - interval '24 hours'`.execute(db);
    await deliverNext(parts);
    expect((await waiting())[0]?.given_up_at).toBeInstanceOf(Date);
    expect(failures).toHaveLength(2);
    close();
  });

  test('a worker that dies leaves what it took to others, under the same id', async () => {
    const { delivery, close } = byEmail();
    await sendContactMessage(sender(), contactMessage());
    const [entry] = await waiting();
    let release = () => {};
    const hangs: Delivery = { deliver: () => new Promise<void>((resolve) => (release = resolve)) };
    const dying = deliverNext(deliverer(hangs));
    await expect.poll(async () => (await waiting())[0]?.tries).toBe(1);
    expect(await deliverNext(deliverer(delivery))).toBe(false);
    await sql`update jobs set run_at = now()`.execute(db);
    expect(await deliverNext(deliverer(delivery))).toBe(true);
    expect((await mailServer.next(to)).source).toContain(`<${entry?.id}@firm.test>`);
    release();
    await dying;
    close();
  });

  test('200 deliveries by eight workers: none twice, none lost', async () => {
    await sql`
      insert into messages (kind, name, email, subject, message, content_hash, text_hash)
      select 'contact', 'N', 'n@visitor.test', 'S', n::text, sha256(n::text::bytea), sha256(n::text::bytea)
      from generate_series(1, 200) n`.execute(db);
    await sql`insert into jobs (task, message_id) select 'delivery', id from messages`.execute(db);
    const delivered: string[] = [];
    const delivery: Delivery = { deliver: async (_, id) => void delivered.push(id) };
    const work = async () => {
      while (await deliverNext(deliverer(delivery)));
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(delivered).toHaveLength(200);
    expect(new Set(delivered).size).toBe(200);
  });

  test('what was erased meanwhile is not delivered', async () => {
    await sendContactMessage(sender(), contactMessage());
    await db.deleteFrom('messages').execute();
    expect(await deliverNext(deliverer(null))).toBe(false);
  });
});

describe('by the email-sending service', () => {
  let server: Server;
  let port: number;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const received: { headers: IncomingMessage['headers']; body: unknown }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
        answer(request, response);
      });
    });
    port = await listen(server, { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  afterEach(() => {
    received.length = 0;
  });

  function service() {
    return createServiceDelivery({
      endpoint: `http://127.0.0.1:${port}/send`,
      userId: 'user',
      serviceId: 'service',
      contactTemplateId: 'contact',
      jvTemplateId: 'jv',
      to,
    });
  }

  const deliverer = (overrides: Parameters<typeof delivererOn>[2] = {}) =>
    delivererOn(db, service(), overrides);

  test('a contact message has the specified payload; 200 is success', async () => {
    answer = (_, response) => response.writeHead(200).end('OK');
    const message = contactMessage({ to_email: 'victim@elsewhere.test' });
    await sendContactMessage(sender(), message);
    await deliverNext(deliverer());
    expect(received[0]?.headers['content-type']).toBe('application/json');
    expect(received[0]?.body).toEqual({
      lib_version: expect.any(String),
      user_id: 'user',
      service_id: 'service',
      template_id: 'contact',
      template_params: {
        from_name: 'Ada',
        from_email: 'ada@visitor.test',
        subject: 'Hello',
        message: message.message,
        to_email: to,
      },
    });
    expect((await waiting())[0]?.done_at).toBeInstanceOf(Date);
  });

  test('an application has its own parameters and the fixed subject', async () => {
    answer = (_, response) => response.writeHead(200).end('OK');
    await submitJvApplication(sender(), { ...application, phone: '+1 702', fundingToDate: 'None' });
    await deliverNext(deliverer());
    expect(received[0]?.body).toMatchObject({
      template_id: 'jv',
      template_params: {
        from_name: 'Ben',
        from_email: 'ben@visitor.test',
        phone: '+1 702',
        industry: 'Ferries',
        business_stage: 'idea',
        funding_to_date: 'None',
        problem_description: 'Queues.',
        to_email: to,
        subject: 'JV Program Application',
      },
    });
  });

  test.each([201, 302, 500])('%i is a failure that says so and is tried again', async (status) => {
    answer = (_, response) => response.writeHead(status, { Location: 'https://elsewhere.example' }).end('no');
    await sendContactMessage(sender(), contactMessage());
    await deliverNext(deliverer());
    const [entry] = await waiting();
    expect(entry).toMatchObject({ done_at: null, tries: 1, given_up_at: null });
    expect(entry?.last_error).toBeTruthy();
  });

  test('what it said, which may be the message, is told to the inbox and not to the log', async () => {
    answer = (_, response) => response.writeHead(400).end('Ada is no name');
    const logged: string[] = [];
    await sendContactMessage(sender(), contactMessage());
    await deliverNext(deliverer({ onFailure: ({ error }) => logged.push(String(error)) }));
    expect(logged).toEqual(['Error: The email service answered 400']);
    expect((await waiting())[0]?.last_error).toBe('The email service answered 400: Ada is no name');
  });
});
