import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { DomainContext } from '#app/http/request-context.ts';
import { createLog } from '#adapters/log.ts';
import { fileAsSpam, takeOutOfSpam } from '#domain/messages/handle-message.ts';
import { sendContactMessage, submitJvApplication } from '#domain/messages/store-message.ts';
import { confirmSubscription } from '#domain/newsletter/subscription-links.ts';
import { subscribe } from '#domain/newsletter/subscribe.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { webhookTask } from '#server/jobs/jobs.ts';
import { runNextJob } from '#server/jobs/run-job.ts';
import { useDatabase } from '#tests/database.ts';
import {
  addPost,
  contactMessage,
  contextAs,
  emailsIn,
  lastActivity,
  mailing,
  newPost,
} from '#tests/factories.ts';
import { updatePost } from '#tests/post-forms.ts';
import { startWebhookReceiver } from '#tests/webhook-receiver.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { eventTypes } from './events.ts';
import { listWebhooks } from './list-webhooks.ts';
import { sendEventAgain } from './send-event-again.ts';
import { sendTestEvent } from './send-test-event.ts';
import { updateWebhook } from './update-webhook.ts';

const { db } = useDatabase();
let secret = '';
let status = 204;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let admin: DomainContext;
const log = createLog({ level: 'silent' });
const stopping = new AbortController().signal;

beforeAll(async () => {
  receiver = await startWebhookReceiver(
    () => secret,
    () => ({ status, headers: { Location: receiver.url } }),
  );
  admin = { ...(await contextAs(db, 'super_admin', mailing)), now: () => new Date() };
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  await sql`truncate webhooks, jobs, messages, subscribers, attempts cascade`.execute(db);
  receiver.received.length = 0;
  status = 204;
});

/** Makes a webhook and delivers its events. @returns its id */
async function hook(fields: Record<string, unknown> = {}): Promise<string> {
  secret = (await createWebhook(admin, { url: receiver.url, events: eventTypes, ...fields })).secret;
  return (await listWebhooks(admin, { isFailed: false, page: 1 })).webhooks[0]?.id ?? '';
}

async function deliverAll(webhookHosts = ['127.0.0.1']) {
  const task = webhookTask({ config: { webhookHosts }, domain: () => admin, log });
  while (await runNextJob(db, task, stopping)) {
    // The next one.
  }
  return receiver.received.splice(0);
}

const deliveries = async () => (await listWebhooks(admin, { isFailed: false, page: 1 })).items;

/** Makes what waits for its time due now. */
const passTime = () => sql`update jobs set run_at = now() where done_at is null`.execute(db);

test('a message, an application and a confirmed subscriber are told once, with links alone', async () => {
  await hook();
  await sendContactMessage(admin, contactMessage({ subject: 'Ferries' }));
  await submitJvApplication(admin, {
    name: 'Ben', email: 'ben@visitor.test', industry: 'Ferries', businessStage: 'idea', problemDescription: 'Queues.',
  }); // prettier-ignore
  await subscribe(admin, { email: 'ada@visitor.test', page: '/blog' });
  const { rows } = await sql<{ id: string }>`select id from jobs where payload ? 'to'`.execute(db);
  const token = admin.emailToken(rows[0]?.id ?? '');
  await confirmSubscription(admin, token);
  await confirmSubscription(admin, token);
  const events = await deliverAll();
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'application.created',
    'message.created',
    'subscriber.confirmed',
  ]);
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('kind', '=', 'contact')
    .executeTakeFirstOrThrow();
  const message = events.find(({ type }) => type === 'message.created');
  const url = `http://firm.test/admin/messages/${id}`;
  expect(message).toMatchObject({ text: `New message: ${url}`, data: { id, url } });
  expect(JSON.stringify(events)).not.toMatch(/visitor\.test|Ben|Queues/);
});

test('the texts of leads are told where the admin chose so, and mention no one in a chat', async () => {
  await hook({ texts: 'on' });
  await sendContactMessage(
    admin,
    contactMessage({ name: 'Ada', subject: '<!channel> @all\n<https://x.test|here>' }),
  );
  const [event] = await deliverAll();
  expect(event?.data).toMatchObject({ name: 'Ada', email: contactMessage().email });
  expect(event?.text).toMatch(/^New message from Ada: !channel all https:\/\/x\.test\|here http/);
});

test('spam is told when it is taken out of Spam first, and an erased message not at all', async () => {
  await hook();
  await sendContactMessage(admin, contactMessage({ message: 'https://a.test '.repeat(9) }));
  const { id } = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
  expect(await deliverAll()).toEqual([]);
  await takeOutOfSpam(admin, id);
  await fileAsSpam(admin, id);
  await takeOutOfSpam(admin, id);
  await db.deleteFrom('messages').execute();
  expect(await deliverAll()).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: 'delivered', answer: null }]);
});

test('a post is told as published, changed and hidden; one with a later date on that day alone', async () => {
  await hook();
  const { id } = await addPost(admin, { title: 'Hello', slug: 'hello', published: 'true' });
  await updatePost(
    admin,
    id,
    newPost({ title: 'Hello again', slug: 'hello', published: 'true', version: '1' }),
  );
  await setPublished(admin, { ids: [id], published: false });
  await addPost(admin, { title: 'Draft' });
  const events = await deliverAll();
  expect(events.map(({ type, text }) => [type, text]).toSorted()).toEqual([
    ['post.hidden', 'Hidden: Hello again http://firm.test/blog/hello'],
    ['post.published', 'Published: Hello http://firm.test/blog/hello'],
    ['post.updated', 'Changed: Hello again http://firm.test/blog/hello'],
  ]);

  const later = await addPost(admin, {
    title: 'Later',
    published: 'true',
    publishedAt: '2099-01-01T09:00',
  });
  const gone = await addPost(admin, {
    title: 'Gone',
    published: 'true',
    publishedAt: '2099-01-01T09:00',
  });
  await deletePosts(admin, { ids: [gone.id] });
  expect(await deliverAll()).toEqual([]);
  await passTime();
  expect(await deliverAll()).toMatchObject([
    { type: 'post.published', data: { id: later.id, title: 'Later' } },
  ]);
});

test('an event that was refused is sent again with its id, also by hand after it was accepted', async () => {
  await hook({ events: ['message.created'] });
  await sendContactMessage(admin, contactMessage());
  status = 503;
  const [first] = await deliverAll();
  const [failed] = await deliveries();
  expect(failed).toMatchObject({ state: 'retrying', attempts: 1, failure: 'It answered 503 Not now.' });
  status = 200;
  await passTime();
  const [second] = await deliverAll();
  expect(second).toEqual(first);
  expect(await deliveries()).toMatchObject([{ state: 'delivered', answer: '200' }]);
  await sendEventAgain(admin, first?.id ?? '');
  expect(await deliverAll()).toEqual([first]);
  expect(await lastActivity(db)).toMatchObject({
    action: 'webhook-sent-again',
    subject_label: new URL(receiver.url).host,
  });
});

test('a redirect is not followed, and a private address or one without HTTPS is refused', async () => {
  const id = await hook();
  status = 302;
  await sendTestEvent(admin, id);
  expect(await deliverAll()).toHaveLength(1);
  // A test is tried once.
  expect(await deliveries()).toMatchObject([
    { state: 'failed', failure: 'It answered 302. Redirects are not followed.' },
  ]);
  await sendTestEvent(admin, id);
  expect(await deliverAll([])).toEqual([]);
  expect((await deliveries())[0]?.failure).toContain('must begin with https://');
  await updateWebhook(admin, id, { url: 'https://127.0.0.1/', events: eventTypes });
  await sendTestEvent(admin, id);
  await deliverAll([]);
  expect((await deliveries())[0]?.failure).toBe('Its address is not on the public web.');
});

test('ten failed days switch a webhook off with an email, and saving it switches it on', async () => {
  const id = await hook();
  status = 500;
  for (let day = 1; day <= 10; day += 1) {
    for (let time = 0; time < 2; time += 1) {
      await sendTestEvent(admin, id);
      await deliverAll();
    }
    await sql`update webhooks set failed_on = failed_on - 1`.execute(db);
    expect((await listWebhooks(admin, { isFailed: false, page: 1 })).webhooks[0]?.ended_at === null).toBe(
      day < 10,
    );
  }
  expect((await deliveries()).every(({ state }) => state === 'failed')).toBe(true);
  expect(await emailsIn(db)).toMatchObject([
    { to: admin.actor?.email, subject: 'A webhook was switched off' },
  ]);
  await sendContactMessage(admin, contactMessage());
  receiver.received.length = 0;
  expect(await deliverAll()).toEqual([]);
  status = 204;
  await updateWebhook(admin, id, { url: receiver.url, events: eventTypes });
  await sendContactMessage(admin, contactMessage({ message: 'Another.' }));
  expect(await deliverAll()).toHaveLength(1);
  await deleteWebhook(admin, id);
  expect(await db.selectFrom('jobs').select('id').where('task', '=', 'webhook').execute()).toEqual([]);
});
