import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { claimJob } from '#db/queries/jobs.ts';
import { listLeadFigures } from '#db/queries/leads.ts';
import { findUnlearned, isKnownSender } from '#db/queries/spam-counts.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { test } from '#tests/database.ts';
import { addPost, contactMessage, contextAs, lastActivity, textOf } from '#tests/factories.ts';
import {
  addNote,
  changeMessage,
  deleteMessage,
  deleteMessageForGood,
  fileAsSpam,
  markMessageRead,
  restoreMessage,
  sendMessageAgain,
  takeOutOfSpam,
} from './handle-message.ts';
import { checkDelivery, sendTestMessage } from '#domain/email/check-delivery.ts';
import { erasePerson } from './erase-person.ts';
import { exportMessages } from './export-messages.ts';
import { deleteOldMessages } from './delete-old-messages.ts';
import { getMessage } from './get-message.ts';
import { readMenuFacts } from '#domain/dashboard/menu-facts.ts';
import { listMessages, listNewMessages, type MessageQuery } from './list-messages.ts';
import { composeEvent } from '#domain/webhooks/compose-event.ts';
import { sendContactMessage, submitJvApplication } from './store-message.ts';

const delivering = { deliversMessages: true };
const everything: MessageQuery & { page: number } = { page: 1 };

async function send(ctx: DomainContext, fields: Record<string, unknown> = {}): Promise<string> {
  const sent = contactMessage(fields);
  await sendContactMessage(ctx, sent);
  const row = ctx.db.selectFrom('messages').select('id').where('message', '=', sent.message);
  return (await row.executeTakeFirstOrThrow()).id;
}

async function apply(ctx: DomainContext, name: string): Promise<void> {
  await submitJvApplication(ctx, {
    name,
    email: 'ben@visitor.test',
    industry: 'Ferries',
    businessStage: 'idea',
    problemDescription: 'Queues.',
  });
}

async function namesOf(ctx: DomainContext, query: Partial<typeof everything>): Promise<string[]> {
  const { items } = await listMessages(ctx, { ...everything, ...query });
  return items.map(({ name }) => name).toSorted();
}

test('editors are told of no message', async ({ ctx: editor }) => {
  await send(editor);
  expect((await readMenuFacts(editor)).unread).toBe(0);
  expect(await listNewMessages(editor)).toEqual({ unread: 0, newest: [] });
});

describe('the list', () => {
  test('is searched in name, address, subject and text, literally', async ({ admin: ctx }) => {
    await send(ctx, { name: 'Ärger 100%' });
    await send(ctx, { name: 'Bea', email: 'bea@ships.test' });
    await send(ctx, { name: 'Cem', subject: 'A barge' });
    await send(ctx, { name: 'Dov', message: 'Ropes_and sails' });
    expect(await namesOf(ctx, { search: 'ärger' })).toEqual(['Ärger 100%']);
    expect(await namesOf(ctx, { search: '0%' })).toEqual(['Ärger 100%']);
    expect(await namesOf(ctx, { search: 'SHIPS' })).toEqual(['Bea']);
    expect(await namesOf(ctx, { search: 'barge' })).toEqual(['Cem']);
    expect(await namesOf(ctx, { search: 's_a' })).toEqual(['Dov']);
    expect(await namesOf(ctx, { search: '%' })).toEqual(['Ärger 100%']);
  });

  test('is filtered by kind, status, owner, reading and folder', async ({ admin: ctx }) => {
    const taken = await send(ctx, { name: 'Taken' });
    await changeMessage(ctx, taken, { status: 'in_progress', owner: ctx.actor.userId });
    await markMessageRead(ctx, taken, true);
    await apply(ctx, 'Applied');
    await send(ctx, { name: 'Machine', website: 'x', message: 'Buy' });
    expect(await namesOf(ctx, {})).toEqual(['Applied', 'Taken']);
    expect(await namesOf(ctx, { kind: 'application' })).toEqual(['Applied']);
    expect(await namesOf(ctx, { status: 'in_progress' })).toEqual(['Taken']);
    expect(await namesOf(ctx, { owner: ctx.actor.userId })).toEqual(['Taken']);
    expect(await namesOf(ctx, { owner: 'none' })).toEqual(['Applied']);
    expect(await namesOf(ctx, { unread: 'yes' })).toEqual(['Applied']);
    expect(await namesOf(ctx, { folder: 'spam' })).toEqual(['Machine']);
    expect(await namesOf(ctx, { kind: '__proto__', status: 'x', owner: "' or 1=1" })).toHaveLength(2);
    expect(await namesOf(ctx, { from: 'x:y', since: 'yesterday', until: '0000-01-01' })).toHaveLength(2);
    expect((await listNewMessages(ctx)).newest.map(({ name }) => name)).toEqual(['Applied']);
  });
});

describe('a message', () => {
  test('is filtered by where the sender came from, unknown as such, and by days', async ({ db }) => {
    const ctx = await contextAs(db, 'admin');
    const post = await addPost(ctx, { title: 'Two ferries', published: 'true' });
    const known = { page: '/contact', source: 'news.example', campaign: 'Spring: 1', post: post.id };
    await send(ctx, { name: 'Known', ...known });
    await send(ctx, { name: 'Unknown' });
    await sql`update messages set created_at = '2026-11-01 23:59' where name = 'Known'`.execute(db);
    for (const from of ['page:/contact', 'source:news.example', 'campaign:spring: 1', `post:${post.id}`]) {
      expect(await namesOf(ctx, { from })).toEqual(['Known']);
      expect(await namesOf(ctx, { from: from.replace(/:.*/, ':') })).toEqual(['Unknown']);
    }
    const { postTitle } = await listMessages(ctx, { ...everything, from: `post:${post.id}` });
    expect(postTitle).toBe('Two ferries');
    expect(await namesOf(ctx, { since: '2026-11-01', until: '2026-11-01' })).toEqual(['Known']);
    expect(await namesOf(ctx, { since: '2026-11-02' })).toEqual(['Unknown']);
    expect(await namesOf(ctx, { until: '2026-10-31' })).toEqual([]);
    expect(await namesOf(ctx, { from: 'post:x' })).toHaveLength(2);
  });

  test('has status, owner and notes; the log says who changed what, and not whose it is', async ({ db }) => {
    const ctx = await contextAs(db, 'super_admin');
    const post = await addPost(ctx, { title: 'A read post', published: 'true' });
    const visit = { page: '/blog/hello', source: 'linkedin.com', campaign: 'spring', post: post.id };
    const id = await send(ctx, visit);
    await changeMessage(ctx, id, { status: 'answered', owner: ctx.actor.userId });
    await addNote(ctx, id, '  Called back.\r\nTwice. ');
    expect(await getMessage(ctx, id)).toMatchObject({
      status: 'answered',
      ownerId: ctx.actor.userId,
      page: '/blog/hello',
      campaign: 'spring',
      referrerHost: 'linkedin.com',
      lastPost: { id: post.id, title: 'A read post' },
      notes: [{ note: 'Called back.\nTwice.', author: ctx.actor.email.replace('@firm.test', '') }],
    });
    const entry = await lastActivity(db);
    expect(entry).toMatchObject({
      action: 'message-changed',
      before: { status: 'New' },
      after: { status: 'Answered', owner: ctx.actor.email },
    });
    expect(JSON.stringify(entry)).not.toMatch(/visitor\.test|hello/i);
    const file = await textOf(await exportMessages(ctx, everything));
    expect(file).toContain('"Came From","Last Post Read"');
    expect(file).toContain('"linkedin.com","A read post"');
  });

  test('takes no owner who may not read it, and no status that is none', async ({ db, admin: ctx }) => {
    const editor = await contextAs(db, 'editor');
    const id = await send(ctx);
    for (const input of [
      { status: 'new', owner: editor.actor.userId },
      { status: 'constructor', owner: '' },
      { status: 'new', owner: 'x' },
    ]) {
      await expect(changeMessage(ctx, id, input)).rejects.toMatchObject({ kind: 'invalid' });
    }
    for (const unknown of [randomUUID(), 'x', "' or 1=1"]) {
      await expect(deleteMessage(ctx, unknown)).rejects.toMatchObject({ kind: 'not-found' });
    }
  });

  test('counts as unread until it is opened, and again when marked', async ({ admin: ctx }) => {
    const id = await send(ctx);
    await send(ctx, { website: 'spam is no news' });
    const counts = [(await readMenuFacts(ctx)).unread];
    await markMessageRead(ctx, id, true);
    counts.push((await readMenuFacts(ctx)).unread);
    await markMessageRead(ctx, id, false);
    counts.push((await readMenuFacts(ctx)).unread);
    expect(counts).toEqual([1, 0, 1]);
  });
});

describe('delivery', () => {
  test('out of spam it is delivered, once; into spam it stays here', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', delivering);
    const id = await send(ctx, { website: 'x' });
    expect((await getMessage(ctx, id)).delivery.kind).toBe('kept');
    await takeOutOfSpam(ctx, id);
    await takeOutOfSpam(ctx, id);
    expect(await db.selectFrom('jobs').selectAll().execute()).toMatchObject([{ message_id: id }]);
    expect((await getMessage(ctx, id)).delivery.words).toBe('Waiting');
    await fileAsSpam(ctx, id);
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
    await expect(sendMessageAgain(ctx, id)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('out of spam it is delivered if it was moved there before its delivery, and not again', async ({
    db,
  }) => {
    const ctx = await contextAs(db, 'admin', delivering);
    const [delivered, waiting] = [await send(ctx), await send(ctx, { message: 'Another.' })];
    await sql`update jobs set done_at = now() where message_id = ${delivered}`.execute(db);
    for (const id of [delivered, waiting]) {
      await fileAsSpam(ctx, id);
      await takeOutOfSpam(ctx, id);
    }
    expect(await db.selectFrom('jobs').select('message_id').where('done_at', 'is', null).execute()).toEqual([
      { message_id: waiting },
    ]);
  });

  test('Send again hurries what waits, leaves what is under way, repeats what is over', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', delivering);
    const id = await send(ctx);
    await claimJob(db, 'delivery', 120);
    await sendMessageAgain(ctx, id);
    expect(await claimJob(db, 'delivery', 120)).toBeUndefined();
    await db.updateTable('jobs').set({ last_error: '451 later' }).execute();
    expect((await getMessage(ctx, id)).delivery.words).toBe(
      'Waiting, tried once: The mail server asked to try again later.',
    );
    await sendMessageAgain(ctx, id);
    expect(await claimJob(db, 'delivery', 120)).toMatchObject({ messageId: id, attempts: 2 });
    await db.updateTable('jobs').set({ given_up_at: new Date(), last_error: '550 no' }).execute();
    expect((await getMessage(ctx, id)).delivery.words).toBe('Given up: The mail server refused it.');
    await sendMessageAgain(ctx, id);
    await sendMessageAgain(ctx, id);
    expect(await db.selectFrom('jobs').selectAll().execute()).toHaveLength(2);
    await expect(sendMessageAgain({ ...ctx, deliversMessages: false }, id)).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  test('what was given up or waits for an hour is counted until it is sent again', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', delivering);
    const undelivered = async () => (await listMessages(ctx, everything)).undelivered;
    const set = (id: string, values: string) =>
      sql`update jobs set ${sql.raw(values)} where message_id = ${id}`.execute(db);
    const late = await send(ctx);
    const lost = await send(ctx);
    expect(await undelivered()).toBe(0);
    await set(late, `created_at = now() - interval '61 minutes', last_error = '451 later'`);
    await set(lost, `created_at = now() - interval '2 minutes', given_up_at = now(), last_error = '550 no'`);
    expect(await undelivered()).toBe(2);
    await sendMessageAgain(ctx, lost);
    expect(await undelivered()).toBe(1);
    await sql`update messages set deleted_at = now() where id = ${late}`.execute(db);
    expect(await undelivered()).toBe(0);
    await restoreMessage(ctx, late);
    expect(await undelivered()).toBe(1);
    await set(late, 'done_at = now()');
    expect(await undelivered()).toBe(0);
  });
});

describe('what goes', () => {
  test('a deleted message is shown nowhere else, and comes back with its notes and its delivery', async ({
    db,
  }) => {
    const ctx = await contextAs(db, 'admin', delivering);
    const id = await send(ctx, { name: 'Kept', email: 'kept@visitor.test' });
    await addNote(ctx, id, 'x');
    await deleteMessage(ctx, id);
    expect(await namesOf(ctx, {})).toEqual([]);
    expect(await namesOf(ctx, { search: 'Kept' })).toEqual([]);
    expect(await namesOf(ctx, { folder: 'spam' })).toEqual([]);
    expect(await namesOf(ctx, { folder: 'deleted', search: 'Kept' })).toEqual(['Kept']);
    expect((await listNewMessages(ctx)).unread + (await readMenuFacts(ctx)).unread).toBe(0);
    expect(await isKnownSender(db, 'kept@visitor.test')).toBe(false);
    expect(await findUnlearned(db)).toBeUndefined();
    const today = { since: '2000-01-01', until: '2100-01-01' };
    expect(await listLeadFigures(db, today, 5)).toMatchObject([{ by: 'all', leads: 0 }]);
    const event = { type: 'message.created', subjectId: id } as const;
    expect(await composeEvent(ctx, event, { at: new Date(), hasLeadTexts: true })).toBeNull();
    for (const folder of ['', 'deleted'])
      expect(await textOf(await exportMessages(ctx, { ...everything, folder }))).not.toContain('Kept');
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
    for (const work of [deleteMessage, fileAsSpam, sendMessageAgain])
      await expect(work(ctx, id)).rejects.toMatchObject({ kind: 'not-found' });
    expect((await getMessage(ctx, id)).leavesAt).toBeInstanceOf(Date);

    await restoreMessage(ctx, id);
    await expect(restoreMessage(ctx, id)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await namesOf(ctx, {})).toEqual(['Kept']);
    expect(await getMessage(ctx, id)).toMatchObject({ leavesAt: null, notes: [{ note: 'x' }] });
    expect((await getMessage(ctx, id)).delivery.kind).toBe('waiting');
    await sql`update jobs set done_at = now()`.execute(db);
    await deleteMessage(ctx, id);
    await restoreMessage(ctx, id);
    expect(await db.selectFrom('jobs').select('message_id').execute()).toEqual([{ message_id: id }]);
  });

  test('deleting for good takes the notes with it, and only from the deleted ones', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', delivering);
    const id = await send(ctx);
    await addNote(ctx, id, 'x');
    await expect(deleteMessageForGood(ctx, id)).rejects.toMatchObject({ kind: 'not-found' });
    await deleteMessage(ctx, id);
    await deleteMessageForGood(ctx, id);
    for (const table of ['messages', 'message_notes', 'jobs'] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect((await lastActivity(db)).action).toBe('message-deleted-for-good');
  });

  test('erasing one person leaves nothing of them, and everything of the others', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', delivering);
    await send(ctx);
    await send(ctx, { email: 'ADA@visitor.test' });
    await deleteMessage(ctx, await send(ctx, { message: 'Deleted by hand' }));
    await send(ctx, { website: 'x' });
    await send(ctx, { name: 'Other', email: 'ada@visitor.test.example' });
    expect(await erasePerson(ctx, ' Ada@Visitor.test ')).toMatchObject({ messages: 4 });
    expect(await namesOf(ctx, { folder: 'deleted' })).toEqual([]);
    expect(await namesOf(ctx, {})).toEqual(['Other']);
    const entry = await lastActivity(db);
    expect(entry).toMatchObject({ action: 'person-erased', after: { messages: 4 } });
    expect(JSON.stringify(entry)).not.toContain('visitor.test');
  });

  test('what was kept long enough is deleted, spam after 30 days in its folder, and goes 30 days later', async ({
    db,
    admin: ctx,
  }) => {
    const age = (id: string, days: number) =>
      sql`update messages set created_at = now() - make_interval(days => ${days}),
        spam_since = case when spam_since is null then null else now() - make_interval(days => ${days}) end
        where id = ${id}`.execute(db);
    await age(await send(ctx, { name: 'Old' }), 731);
    await age(await send(ctx, { name: 'Young' }), 729);
    await age(await send(ctx, { name: 'Old spam', website: 'x' }), 31);
    await age(await send(ctx, { name: 'Young spam', website: 'x' }), 29);
    const marked = await send(ctx, { name: 'Just marked' });
    await age(marked, 60);
    await fileAsSpam(ctx, marked);
    expect(await deleteOldMessages({ db })).toBe(0);
    expect(await namesOf(ctx, {})).toEqual(['Young']);
    expect(await namesOf(ctx, { folder: 'spam' })).toEqual(['Just marked', 'Young spam']);
    expect(await namesOf(ctx, { folder: 'deleted' })).toEqual(['Old', 'Old spam']);
    await sql`update messages set deleted_at = now() - interval '29 days' where deleted_at is not null`.execute(
      db,
    );
    expect(await deleteOldMessages({ db })).toBe(0);
    const { items } = await listMessages(ctx, { ...everything, folder: 'deleted' });
    for (const { id } of items) await restoreMessage(ctx, id);
    // Kept anew, however old it is.
    expect(await deleteOldMessages({ db })).toBe(0);
    expect(await namesOf(ctx, {})).toEqual(['Old', 'Young']);
    await deleteMessage(ctx, items[0]?.id ?? '');
    await sql`update messages set deleted_at = now() - interval '31 days', restored_at = now() - interval '40 days'
      where deleted_at is not null`.execute(db);
    expect(await deleteOldMessages({ db })).toBe(1);
    expect(await namesOf(ctx, { folder: 'deleted' })).toEqual([]);
  });
});

test('the export holds what the filter finds, and no formula', async ({ admin: ctx }) => {
  await send(ctx, { name: '=HYPERLINK("x")', message: 'Line 1\nLine "2"' });
  await send(ctx, { name: 'Machine', website: 'x', message: 'Buy' });
  await apply(ctx, 'Applied');
  const text = await textOf(await exportMessages(ctx, everything));
  expect(text).toContain('"\'=HYPERLINK(""x"")"');
  expect(text).toContain('"Line 1\nLine ""2"""');
  expect(text).toContain('Idea Stage');
  expect(text).not.toContain('Machine');
  expect(await textOf(await exportMessages(ctx, { ...everything, kind: 'application' }))).not.toContain(
    'HYP',
  );
});

test('a long export leaves nothing out and repeats nothing', async ({ db, admin: ctx }) => {
  await sql`
    insert into messages (kind, name, email, subject, message, content_hash, text_hash, created_at)
    select 'contact', 'N' || n, 'n@visitor.test', 's', 'm', '', '', now() - make_interval(secs => n / 7)
    from generate_series(1, 1203) n`.execute(db);
  const text = await textOf(await exportMessages(ctx, everything));
  const names = text.match(/,"N\d+",/g) ?? [];
  expect([names.length, new Set(names).size]).toEqual([1203, 1203]);
});

describe('the check of the delivery', () => {
  const emailCheck = { transport: 'smtp' as const, recipient: 'inbox@firm.test', sendTest: async () => {} };

  test('says what waits and what failed last', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', { ...delivering, emailCheck });
    await send(ctx);
    await db.updateTable('jobs').set({ last_error: '451 later' }).execute();
    const check = await checkDelivery(ctx);
    expect(check).toMatchObject({
      recipient: 'inbox@firm.test',
      waiting: 1,
      givenUp: 0,
      lastFailure: '451 later',
    });
  });

  test('a test message says what the mail server said', async ({ db }) => {
    const sendTest = () => Promise.reject(new Error('550 relay denied'));
    const ctx = await contextAs(db, 'admin', { emailCheck: { ...emailCheck, sendTest } });
    expect(await sendTestMessage(ctx)).toBe('550 relay denied');
  });
});
