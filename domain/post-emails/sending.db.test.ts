import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createLog } from '#adapters/log.ts';
import { createBulkMailer } from '#adapters/bulk-email-by-smtp.ts';
import { lockDuePostEmail } from '#db/queries/post-emails.ts';
import {
  beginRecipient,
  hasDuePostEmails,
  markRecipientWaiting,
  settleRecipient,
} from '#db/queries/post-email-recipients.ts';
import { hashToken } from '#domain/core/secrets.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { endSubscription } from '#domain/newsletter/subscription-links.ts';
import { sendPostEmails } from '#server/email/send-post-emails.ts';
import { useDatabase } from '#tests/database.ts';
import { addPost, contextAs, readyNewsletter } from '#tests/factories.ts';
import { type MailServer, type MailServerFailure, startMailServer, unfolded } from '#tests/mail-server.ts';
import { cancelSending, continueSending, emailPost, rewordSending, pauseSending } from './email-post.ts';
import { erasePerson } from '#domain/messages/erase-person.ts';
import { listSendings } from './find-email-states.ts';
import { getPostEmails } from './get-post-emails.ts';
import { startDuePostEmails } from './start-post-emails.ts';

const origin = 'https://firm.test';
const log = createLog({ level: 'silent' });

const { db } = useDatabase();
let server: MailServer;
let failure: ((to: string) => MailServerFailure | null) | null = null;
const running = new Set<AbortController>();

beforeEach(async () => {
  failure = null;
  server = await startMailServer({ failure: (to) => failure?.(to ?? '') ?? null });
});
afterEach(async () => {
  for (const run of running) run.abort();
  running.clear();
  // To truncate tables costs more: PostgreSQL makes new files for all that depend on them.
  for (const table of ['post_emails', 'subscribers', 'blog_posts', 'jobs', 'suppressed_addresses'] as const)
    await db.deleteFrom(table).execute();
  await server.stop();
});

/** Confirmed subscribers, `reader-1@…` and so on. */
async function subscribe(count: number): Promise<void> {
  await sql`
    insert into subscribers (email, state, confirmed_at)
    select 'reader-' || n || '@visitor.test', 'confirmed', now()
    from generate_series(1, ${count}::int) n`.execute(db);
}

const as = () => contextAs(db, 'admin', { newsletter: readyNewsletter, origin });

async function publicPost(fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await addPost(await as(), { title: `A post ${randomUUID()}`, published: 'true', ...fields });
  return id;
}

const everybody = { when: 'public', number: '1' };

/** So many subscribers, and a public post that is to be emailed to them. @returns its id */
async function plan(subscribers: number, fields: Record<string, unknown> = {}): Promise<string> {
  await subscribe(subscribers);
  const id = await publicPost(fields);
  expect(await emailPost(await as(), id, everybody)).toEqual({ subscribers });
  return id;
}

/** Runs the job, if it is due, until nothing is due, as fast as the machine can. */
async function send({
  rate = 1_000,
  isWeekly = false,
  siteName = 'Firm',
  timeouts = { untilGreeting: 60_000, ofSilence: 120_000 },
} = {}): Promise<void> {
  const mailer = createBulkMailer({
    url: server.url,
    from: () => ({ name: siteName, address: 'site@firm.test' }),
    origin,
    connections: 5,
    timeouts,
  });
  const run = new AbortController();
  running.add(run);
  const domain = { ...(await as()), newsletter: { ...readyNewsletter, isWeekly } };
  const isDue = await hasDuePostEmails(db, isWeekly);
  await startDuePostEmails(domain);
  await sql`update post_emails set rate = ${rate} where state = 'sending'`.execute(db);
  if (isDue) await sendPostEmails({ domain, mailer, maxRate: rate, returnPath: () => null }, log, run.signal);
  mailer.close();
  running.delete(run);
}

const sendings = () => db.selectFrom('post_emails').selectAll().orderBy('created_at').execute();
const recipients = () => db.selectFrom('post_email_recipients').selectAll().orderBy('email').execute();

/** Waits for the failure of `run` to be stored, then sends what is left to a mail server that is well. */
async function failThenSend(run: Promise<unknown>): Promise<void> {
  await expect.poll(async () => (await recipients())[0]?.last_error ?? '', { timeout: 10_000 }).not.toBe('');
  failure = null;
  for (const one of running) one.abort();
  await run;
  await sendNow();
}

/** Sends to everybody who waits, as if their time had come. */
async function sendNow(): Promise<void> {
  await sql`update post_email_recipients set next_try_at = now()`.execute(db);
  await send();
}
const received = () => server.received.flatMap(({ to }) => to).toSorted();
const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `reader-${index + 1}@visitor.test`).toSorted();

describe('a sending', () => {
  test('emails every confirmed subscriber once, with a link of their own', async () => {
    await subscribe(30);
    await sql`insert into subscribers (email, state) values ('pending@visitor.test', 'pending')`.execute(db);
    const id = await publicPost({ title: 'Two ferries', content: '<p>Words of the post.</p>' });
    expect(await emailPost(await as(), id, everybody)).toEqual({ subscribers: 30 });
    await send();
    expect(received()).toEqual(addresses(30));
    expect(await sendings()).toMatchObject([{ state: 'sent', recipients: 30, subject: 'Two ferries' }]);

    const tokens = new Set<string>();
    for (const mail of server.received) {
      const source = unfolded(mail);
      const [token = ''] = source.match(/(?<=unsubscribe\?token=)[\w-]{43}/) ?? [];
      expect(source).not.toContain('TokenGoesHere');
      expect(source).toContain('Words of the post.');
      expect(source).toContain('1 Pier Street');
      expect(source).toContain('You subscribed on our site.');
      expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      expect(source.split(token).length - 1, source).toBe(3);
      tokens.add(token);
    }
    expect(tokens.size).toBe(30);
    const ids = server.received.map((mail) => /Message-ID: <([\w-]+)@firm\.test>/i.exec(unfolded(mail))?.[1]);
    expect(ids.toSorted()).toEqual((await recipients()).map((row) => row.id).toSorted());
  });

  test('has no header and no recipient that a title, a name or an address brings along', async () => {
    const evil = '\r\nBcc: eve@evil.test\r\n\r\nInjected';
    await subscribe(1);
    await sql`insert into subscribers (email, state) values (${`ada@visitor.test${evil}`}, 'confirmed'),
      ('"a,eve"@visitor.test', 'confirmed'), ('a@visitor.test,eve@evil.test', 'confirmed')`.execute(db);
    const id = await publicPost({ title: 'A post' });
    await sql`update profiles set display_name = ${`Ada${evil}`}`.execute(db);
    await sql`update blog_posts set title = ${`A post${evil}`} where id = ${id}`.execute(db);
    await emailPost(await as(), id, everybody);
    await send({ siteName: `Firm${evil}` });
    expect(received()).toEqual(['reader-1@visitor.test']);
    const [head = ''] = (server.received[0]?.source ?? '').split('\r\n\r\n');
    expect(head).toMatch(/^Subject: A post Bcc: eve@evil\.test Injected\r$/m);
    expect(head.split('\r\n').filter((line) => /^(?:bcc|cc|injected)/i.test(line))).toEqual([]);
    expect(head.match(/^To: .*$/gm)).toEqual(['To: reader-1@visitor.test']);
    const states = (await recipients()).map(({ state }) => state).toSorted();
    expect(states).toEqual(['failed', 'failed', 'failed', 'sent']);
  });

  test('by two processes at once emails no one twice', async () => {
    await plan(120);
    await Promise.all([send(), send()]);
    expect(received()).toEqual(addresses(120));
  });

  test('of a plain page is refused, and there is no screen for it', async () => {
    await subscribe(1);
    const id = await publicPost({ kind: 'page' });
    await expect(emailPost(await as(), id, everybody)).rejects.toThrow('A page is not emailed.');
    await expect(getPostEmails(await as(), id)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('does not begin before the post is public', async () => {
    await subscribe(1);
    const { id } = await addPost(await as());
    await emailPost(await as(), id, everybody);
    await send();
    expect(received()).toEqual([]);
    await sql`update blog_posts set published = true, published_at = now() where id = ${id}`.execute(db);
    await send();
    expect(received()).toHaveLength(1);
  });

  test('waits a week after another post where subscribers get one a week, and not after the same one', async () => {
    await subscribe(1);
    const first = await publicPost();
    await emailPost(await as(), first, everybody);
    await send({ isWeekly: true });
    await sql`insert into subscribers (email, state) values ('new@visitor.test', 'confirmed')`.execute(db);
    await emailPost(await as(), first, { ...everybody, number: '2', again: 'yes' });
    await send({ isWeekly: true });
    expect(received()).toEqual(['new@visitor.test', ...addresses(1)]);

    const second = await publicPost();
    await emailPost(await as(), second, everybody);
    const { next } = await getPostEmails(
      { ...(await as()), newsletter: { ...readyNewsletter, isWeekly: true } },
      second,
    );
    const days = ((next.endOfWeek?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    expect((await getPostEmails(await as(), second)).next.endOfWeek).toBeNull();
    await send({ isWeekly: true });
    expect(received()).toHaveLength(2);
    await sql`update post_emails set started_at = started_at - interval '7 days'`.execute(db);
    await send({ isWeekly: true });
    expect(received()).toHaveLength(4);
  });

  test('has the subject and the introduction that were written last before it began', async () => {
    await subscribe(1);
    const { id } = await addPost(await as(), { title: 'Two ferries' });
    await emailPost(await as(), id, { ...everybody, subject: 'First', introduction: 'Dear readers' });
    await rewordSending(await as(), id, { subject: 'News', introduction: 'Dear <b>readers</b>,' });
    const { email } = await getPostEmails(await as(), id);
    expect(email).toMatchObject({ subject: 'News', introduction: 'Dear <b>readers</b>,' });
    await sql`update blog_posts set published = true, published_at = now() where id = ${id}`.execute(db);
    await send();
    expect(await sendings()).toMatchObject([{ subject: 'News' }]);
    expect((await sendings())[0]?.html).toContain('Dear &lt;b&gt;readers&lt;/b&gt;,</p>');
    expect((await sendings())[0]?.plain_text).toContain('Dear <b>readers</b>,');
    await expect(rewordSending(await as(), id, { subject: 'Late' })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  test('does not begin before its time', async () => {
    await subscribe(1);
    const day = new Date(Date.now() + 86_400_000 * 2).toISOString().slice(0, 10);
    await emailPost(await as(), await publicPost(), { ...everybody, when: 'later', day, time: '09:00' });
    await send();
    expect(received()).toEqual([]);
    await sql`update post_emails set starts_at = now()`.execute(db);
    await send();
    expect(received()).toHaveLength(1);
  });

  test('pauses by itself when the post is not public any more', async () => {
    const id = await plan(3);
    await startDuePostEmails(await as());
    await sql`update blog_posts set published = false where id = ${id}`.execute(db);
    await send();
    expect(received()).toEqual([]);
    expect(await sendings()).toMatchObject([{ pause_reason: 'The post is not public any more.' }]);
    await continueSending(await as(), id);
    expect(await sendings()).toMatchObject([{ paused_at: null, ignores_bounces: false }]);
  });
});

test('the address of an erased person leaves what was sent, and what waits is not sent', async () => {
  await subscribe(2);
  await emailPost(await as(), await publicPost(), everybody);
  await send();
  // Mail servers name the address in what they answer.
  await sql`update post_email_recipients set bounce = '550 ' || email, last_error = '550 ' || email`.execute(
    db,
  );
  await erasePerson(await as(), 'reader-1@visitor.test');
  const kept = await recipients();
  expect(new Set(kept.map(({ email }) => email))).toEqual(new Set(['reader-2@visitor.test', null]));
  expect(kept.every(({ bounce }) => bounce !== null)).toBe(true);
  expect(JSON.stringify(kept)).not.toContain('reader-1');
});

test('the list of what was sent has every sending, the newest first, and is not for editors', async () => {
  await subscribe(2);
  const [first, second] = [await publicPost({ title: 'First' }), await publicPost({ title: 'Second' })];
  await emailPost(await as(), first, everybody);
  await send();
  await emailPost(await as(), second, everybody);
  expect(await listSendings(await as(), 1)).toMatchObject({
    found: 2,
    items: [
      { title: 'Second', recipients: null, state: { words: 'to be emailed when public' } },
      { title: 'First', recipients: 2, state: { words: expect.stringMatching(/^emailed on /) } },
    ],
  });
});

test('the list of what was sent counts no sending of a deleted post, which it does not show', async () => {
  await subscribe(1);
  const [kept, deleted] = [await publicPost({ title: 'Kept' }), await publicPost()];
  await emailPost(await as(), kept, everybody);
  await emailPost(await as(), deleted, everybody);
  await send();
  await deletePosts(await as(), { ids: [deleted] });
  expect(await listSendings(await as(), 1)).toMatchObject({ found: 1, items: [{ title: 'Kept' }] });
});

describe('pressing again', () => {
  test('while it is sent, or with the number of before, changes nothing', async () => {
    const id = await plan(2);
    await expect(emailPost(await as(), id, everybody)).rejects.toThrow('being emailed already');
    await send();
    await expect(emailPost(await as(), id, everybody)).rejects.toThrow('emailed in the meantime');
    await expect(emailPost(await as(), id, { ...everybody, number: '2' })).rejects.toThrow('Confirm that');
    expect(received()).toHaveLength(2);
  });

  test('twice at the same moment makes one sending', async () => {
    await subscribe(2);
    const id = await publicPost();
    const [one, other] = await Promise.allSettled([
      emailPost(await as(), id, everybody),
      emailPost(await as(), id, everybody),
    ]);
    expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    await send();
    expect(received()).toHaveLength(2);
  });

  test('after an answer of its own emails only who has not got the post', async () => {
    const id = await plan(2);
    await send();
    const again = { ...everybody, again: 'yes' };
    await expect(emailPost(await as(), id, { ...again, number: '2' })).rejects.toThrow('have got this post');
    await sql`insert into subscribers (email, state) values ('new@visitor.test', 'confirmed')`.execute(db);
    expect(await emailPost(await as(), id, { ...again, number: '2' })).toEqual({ subscribers: 1 });
    await send();
    expect(received()).toEqual(['new@visitor.test', ...addresses(2)]);
  });

  test('is not where a setting is missing', async () => {
    await subscribe(1);
    const id = await publicPost();
    const newsletter = { ...readyNewsletter, postalAddress: null };
    await expect(emailPost({ ...(await as()), newsletter }, id, everybody)).rejects.toThrow(
      'the postal address',
    );
  });
});

describe('a recipient', () => {
  test('is begun by one process at a time, and again only when its time is over', async () => {
    await plan(1);
    await startDuePostEmails(await as());
    const [row] = await recipients();
    const begin = () => beginRecipient(db, row?.id ?? '', 60);
    const begun = await Promise.all([begin(), begin(), begin()]);
    expect(begun.filter((one) => one?.state === 'sending')).toHaveLength(1);
    await sql`update post_email_recipients set next_try_at = now()`.execute(db);
    expect(await begin()).toMatchObject({ state: 'sending', tries: 2 });
    // The first process, which was taken for dead, does not undo what the second one does.
    const late = { tries: 1, error: 'too late', at: new Date(), isUnclear: false };
    await markRecipientWaiting(db, row?.id ?? '', late);
    expect(await recipients()).toMatchObject([{ state: 'sending', last_error: null }]);
    await settleRecipient(db, row?.id ?? '');
    expect(await begin()).toBeUndefined();
    expect(received()).toEqual([]);
  });

  test('is prepared by one process at a time', async () => {
    await plan(1);
    await db.transaction().execute(async (trx) => {
      expect(await lockDuePostEmail(trx, false)).toBeDefined();
      expect(await db.transaction().execute((other) => lockDuePostEmail(other, false))).toBeUndefined();
    });
  });

  test('cannot hold a subscriber twice, nor can two sendings of a post', async () => {
    await plan(1);
    await startDuePostEmails(await as());
    const [sending] = await sendings();
    await sql`update post_emails set state = 'sent' where id = ${sending?.id}`.execute(db);
    const { rows } = await sql<{ id: string }>`
      insert into post_emails select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'number', 2))).*
      from post_emails e returning id`.execute(db);
    const add = (fields: Record<string, unknown>) =>
      sql`insert into post_email_recipients
        select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()) || ${JSON.stringify(fields)}::jsonb)).*
        from post_email_recipients r limit 1`.execute(db);
    const twice = (constraint: string) => ({ code: '23505', constraint });
    const again = { post_email_id: rows[0]?.id };
    await expect(add({ state: 'failed' })).rejects.toMatchObject(twice('post_email_recipients_once_key'));
    await expect(add(again)).rejects.toMatchObject(twice('post_email_recipients_post_key'));
  });

  test('who ends the subscription before their turn is skipped; who ends it after is counted', async () => {
    await plan(2);
    await startDuePostEmails(await as());
    await sql`update subscribers set state = 'unsubscribed'
      where email = 'reader-1@visitor.test'`.execute(db);
    await send();
    expect(received()).toEqual(['reader-2@visitor.test']);
    const [mail] = server.received;
    const token = mail && /unsubscribe\?token=([\w-]+)/.exec(unfolded(mail))?.[1];
    await endSubscription({ db }, token ?? '');
    expect(await recipients()).toMatchObject([
      { state: 'skipped', unsubscribed_at: null },
      { state: 'sent', unsubscribed_at: expect.any(Date) },
    ]);
    expect(hashToken(token ?? '')).toHaveLength(32);
  });

  test('whose address the server does not know counts as bounced, and gets no further post', async () => {
    failure = (to) => (to.startsWith('reader-2') ? { at: 'recipient', is: 550 } : null);
    await plan(3);
    await send();
    expect(await recipients()).toMatchObject([
      { state: 'sent' },
      { state: 'failed', bounced_at: expect.any(Date) },
      { state: 'sent' },
    ]);
    failure = null;
    await emailPost(await as(), await publicPost(), everybody);
    await send();
    expect(received()).not.toContain('reader-2@visitor.test');
  });

  test.each<[string, MailServerFailure]>([
    ['asks for less', { at: 'recipient', is: 450 }],
    ['hangs up in the middle of an email', { at: 'data', is: 'drops' }],
    ['hangs up on the address', { at: 'recipient', is: 'drops' }],
  ])('of a server that %s is emailed later', async (_, is) => {
    failure = () => is;
    await plan(1);
    await failThenSend(send());
    expect(await sendings()).toMatchObject([{ state: 'sent' }]);
    expect(await recipients()).toMatchObject([{ state: 'sent' }]);
  });

  test('of a server that asks for less halves the rate', async () => {
    failure = () => ({ at: 'recipient', is: 450 });
    await plan(1);
    const run = send({ rate: 100 });
    await expect.poll(async () => (await sendings())[0]?.rate).toBe(50);
    for (const one of running) one.abort();
    await run;
  });

  test.each<[string, MailServerFailure, { emails: number }]>([
    ['does not greet', { at: 'greeting', is: 'says nothing' }, { emails: 1 }],
    ['takes the email and says nothing', { at: 'end', is: 'says nothing' }, { emails: 2 }],
  ])('of a server that %s is emailed later, under the same Message-ID', async (_, is, { emails }) => {
    failure = () => is;
    await plan(1);
    await failThenSend(send({ timeouts: { untilGreeting: 300, ofSilence: 300 } }));
    expect(await sendings()).toMatchObject([{ state: 'sent' }]);
    const ids = server.received.map((mail) => /Message-ID: (\S+)/i.exec(mail.source)?.[1]);
    expect([ids.length, new Set(ids).size]).toEqual([emails, 1]);
  });

  test('whose server takes as long as an attempt may take is not emailed by another process', async () => {
    failure = () => ({ at: 'end', is: 'says nothing' });
    await plan(1);
    const first = send();
    await server.next('reader-1@visitor.test');
    failure = null;
    // As three minutes later.
    await sql`update post_email_recipients set next_try_at = next_try_at - interval '180 seconds'`.execute(
      db,
    );
    await send();
    expect(server.received).toHaveLength(1);
    for (const one of running) one.abort();
    await server.stop();
    await first;
  });

  test('gets the same Message-ID again after a worker was killed, and every other one nothing', async () => {
    await plan(4);
    await send();
    // As a killed worker leaves it: the email was handed over, and its record is missing.
    await sql`update post_email_recipients set state = 'sending', next_try_at = now()
      where email = 'reader-3@visitor.test'`.execute(db);
    await sql`update post_emails set state = 'sending'`.execute(db);
    await send();
    expect(server.received).toHaveLength(5);
    const ids = server.received.map((mail) => /Message-ID: (\S+)/i.exec(mail.source)?.[1]);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('a mail server', () => {
  test('that refuses more than 5 % of the first emails stops the sending, which says why', async () => {
    failure = (to) => (/[02468]@/.test(to) ? { at: 'recipient', is: 550 } : null);
    const id = await plan(400);
    await send();
    const [stopped] = await sendings();
    expect(stopped?.pause_reason).toMatch(
      /^\d+ of the first \d+ emails were refused for good: more than 5 %/,
    );
    expect(received().length).toBeLessThan(200);
    await continueSending(await as(), id);
    await send();
    expect(received()).toHaveLength(200);
    expect(await sendings()).toMatchObject([{ state: 'sent' }]);
  });

  test.for([
    [500, 26, true],
    [500, 25, false],
    [501, 26, false],
  ] as const)('that refused of the first %i emails %i stops it: %s', async ([tried, refused, stops]) => {
    await subscribe(600);
    await emailPost(await as(), await publicPost(), everybody);
    await startDuePostEmails(await as());
    await sql`update post_emails set tried = ${tried}`.execute(db);
    await sql`update post_email_recipients set state = case
      when email = 'reader-1@visitor.test' then 'waiting'
      when substring(email from 'reader-(\\d+)@')::int < ${refused + 2} then 'failed' else 'sent' end`.execute(
      db,
    );
    await send();
    expect(received()).toHaveLength(stops ? 0 : 1);
  });

  test('that takes emails and drops the connection stops the sending after three emails to one address', async () => {
    failure = () => ({ at: 'end', is: 'drops' });
    await plan(1);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await sendNow();
    }
    expect(received()).toHaveLength(3);
    expect((await sendings())[0]?.pause_reason).toContain('closed the connection without an answer');
  });

  test('that is not there loses nothing', async () => {
    await plan(3);
    await server.stop();
    const run = send();
    await expect
      .poll(async () => (await recipients()).map((row) => row.last_error).join(''), { timeout: 10_000 })
      .toContain('ECONNREFUSED');
    for (const one of running) one.abort();
    await run;
    expect(await recipients()).toMatchObject([1, 2, 3].map(() => ({ state: 'waiting', unclear: 0 })));
    server = await startMailServer({ port: Number(new URL(server.url).port) });
    await sendNow();
    expect(received()).toEqual(addresses(3));
  });
});

describe('while it runs', () => {
  test('pause holds it at once, continue goes on, cancel ends it', async () => {
    const id = await plan(60);
    const run = send({ rate: 20 });
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBeGreaterThan(3);
    await pauseSending(await as(), id);
    const atPause = server.received.length;
    await run;
    // One email may have been under way on each connection.
    expect(server.received.length).toBeLessThanOrEqual(atPause + 5);
    await continueSending(await as(), id);
    const second = send({ rate: 20 });
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBeGreaterThan(atPause + 8);
    await cancelSending(await as(), id);
    await second;
    expect(server.received.length).toBeLessThan(60);
    expect(await sendings()).toMatchObject([{ state: 'cancelled' }]);
    // Who has not got it gets it when it is sent again; no one gets it twice.
    await emailPost(await as(), id, { ...everybody, number: '2', again: 'yes' });
    await send();
    expect(received()).toEqual(addresses(60));
  });

  test('messages and password resets go first', async () => {
    await plan(5);
    await sql`insert into jobs (task, payload)
      values ('delivery', '{"to":"a@firm.test","subject":"","text":"","html":""}')`.execute(db);
    const run = send();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(received()).toEqual([]);
    await sql`update jobs set done_at = now()`.execute(db);
    await run;
    expect(received()).toHaveLength(5);
  });
});
