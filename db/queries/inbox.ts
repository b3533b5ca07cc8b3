import { sql, type Updateable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { MessageRow, Tables } from '#db/tables.ts';
import { mayDelete } from './clock.ts';
import { allRows, countRows, countWritten, firstRow, oneRow } from './outcome.ts';
import { nameOf } from './profiles.ts';

export type MessageFilter = {
  folder: MessageRow['folder'];
  kind: MessageRow['kind'] | null;
  status: MessageRow['status'] | null;
  /** A user's id; 'none' for messages without an owner. */
  owner: string | null;
  unreadOnly: boolean;
  origin: LeadOrigin | null;
  /** Days in the zone of the session, both included. */
  since: string | null;
  until: string | null;
  /** In name, email, subject and text; '' for everything. */
  search: string;
};

/** The known origin of a lead; a value of '' is unknown. */
export type LeadOrigin = { by: 'post' | 'page' | 'source' | 'campaign'; value: string };

/** The state of the last delivery of a message; all null where there is none. */
export type LastDelivery = {
  tries: number | null;
  last_error: string | null;
  sent_at: Date | null;
  given_up_at: Date | null;
};

type InboxRow = Pick<
  MessageRow,
  | 'id'
  | 'kind'
  | 'name'
  | 'email'
  | 'subject'
  | 'status'
  | 'spam_reason'
  | 'read_at'
  | 'created_at'
  | 'referrer_host'
  | 'campaign'
> & { excerpt: string; owner_name: string | null } & LastDelivery;

/** With the name of its owner, and the title of the post that was read last. */
type NamedMessage = MessageRow & { owner_name: string | null; last_post_title: string | null };

const lastDelivery = sql`
  left join lateral (
    select tries, last_error, done_at as sent_at, given_up_at from jobs
    where message_id = m.id order by created_at desc, id desc limit 1
  ) o on true`;

/** A page of the inbox, newest first, and how many were found. */
export async function listInboxRows(
  db: Database,
  filter: MessageFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: InboxRow[]; found: number }> {
  const [rows, { found }] = await Promise.all([
    allRows<InboxRow>(db)`
      select m.*, ${nameOf('m.owner_id')} as owner_name, o.*
      from (
        select id, kind, name, email, subject, status, spam_reason, read_at, created_at, owner_id, referrer_host, campaign,
          left(message, 200) as excerpt
        from messages where ${matching(filter)}
        order by created_at desc, id desc limit ${limit} offset ${offset}
      ) m
      ${lastDelivery}
      order by m.created_at desc, m.id desc`,
    oneRow<{ found: number }>(db)`select count(*) as found from messages where ${matching(filter)}`,
  ]);
  return { rows, found };
}

/** A part of the filtered messages, oldest first, after a given message; for exports. */
export function listMessagesAfter(
  db: Database,
  filter: MessageFilter,
  after: { created_at: string; id: string } | null,
  limit: number,
): Promise<(NamedMessage & { at: string })[]> {
  const from = after
    ? sql`(created_at, m.id) > (${after.created_at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return allRows<NamedMessage & { at: string }>(db)`
    select m.*, ${nameOf('m.owner_id')} as owner_name, p.title as last_post_title, m.created_at::text as at
    from (
      select * from messages m where ${matching(filter)} and ${from}
      order by created_at, id limit ${limit}
    ) m
    left join blog_posts p on p.id = m.last_post_id
    order by m.created_at, m.id`;
}

/** By columns of `messages`, which nothing else of the statement may name. */
function matching(filter: MessageFilter) {
  const conditions = [sql`folder = ${filter.folder}`];
  if (filter.kind !== null) conditions.push(sql`kind = ${filter.kind}`);
  if (filter.status !== null) conditions.push(sql`status = ${filter.status}`);
  if (filter.owner === 'none') conditions.push(sql`owner_id is null`);
  else if (filter.owner !== null) conditions.push(sql`owner_id = ${filter.owner}::uuid`);
  if (filter.unreadOnly) conditions.push(sql`read_at is null`);
  if (filter.origin !== null) conditions.push(isFrom(filter.origin));
  if (filter.since !== null) conditions.push(sql`created_at >= ${filter.since}::date`);
  if (filter.until !== null) conditions.push(sql`created_at < ${filter.until}::date + 1`);
  if (filter.search !== '') {
    conditions.push(sql`strpos(search_text, lower(${filter.search}) collate "C") > 0`);
  }
  return sql.join(conditions, sql` and `);
}

const originColumns = { page: sql`page`, source: sql`referrer_host`, campaign: sql`campaign` };

function isFrom({ by, value }: LeadOrigin) {
  if (by !== 'post') return sql`${originColumns[by]} = ${value}`;
  return value === '' ? sql`last_post_id is null` : sql`last_post_id = ${value}::uuid`;
}

export function countSpam(db: Database): Promise<number> {
  return countRows(db.selectFrom('messages').where('folder', '=', 'spam'));
}

/** A message with who owns it, the title of the last post that was read, and how its last delivery went. */
export function findInboxMessage(
  db: Database,
  id: string,
): Promise<(NamedMessage & LastDelivery) | undefined> {
  return firstRow<NamedMessage & LastDelivery>(db)`
    select m.*, ${nameOf('m.owner_id')} as owner_name, p.title as last_post_title, o.*
    from messages m
    left join blog_posts p on p.id = m.last_post_id
    ${lastDelivery}
    where m.id = ${id}`;
}

/** Locks it until the transaction ends. */
export function lockMessage(trx: Database, id: string): Promise<MessageRow | undefined> {
  return trx.selectFrom('messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateMessage(
  db: Database,
  id: string,
  change: Updateable<Tables['messages']>,
): Promise<void> {
  await db.updateTable('messages').set(change).where('id', '=', id).execute();
}

/** Deletes a message with its notes and its deliveries. */
export async function deleteMessageRow(db: Database, id: string): Promise<void> {
  await db.deleteFrom('messages').where('id', '=', id).execute();
}

/** @returns how many. */
export function deleteMessagesOf(db: Database, email: string): Promise<number> {
  return countWritten(db.deleteFrom('messages').where(sql<string>`lower(email)`, '=', email));
}

type DaysKept = { messages: number; spam: number; deleted: number };

/** True if so many days have passed since then, and since it was restored. */
function isPast(column: 'created_at' | 'spam_since' | 'deleted_at', days: number) {
  return sql<boolean>`greatest(${sql.ref(column)}, restored_at) < now() - make_interval(days => ${days})`;
}

/** Moves old messages to the deleted ones, and deletes those that were there long enough. @returns how many it deleted */
export async function deleteMessagesOlderThan(db: Database, days: DaysKept): Promise<number> {
  const isOld = sql<boolean>`(${isPast('created_at', days.messages)}
    or (folder = 'spam' and ${isPast('spam_since', days.spam)}))`;
  const old = db.updateTable('messages').where('folder', '<>', 'deleted').where(isOld).where(mayDelete());
  await old.set({ deleted_at: sql<Date>`now()` }).execute();
  const leaving = db.deleteFrom('messages').where('folder', '=', 'deleted');
  return countWritten(leaving.where(isPast('deleted_at', days.deleted)).where(mayDelete()));
}

/** Counts deleted messages as deleted now: a wrong clock may have said since when. */
export async function restartDeleted(db: Database): Promise<void> {
  await sql`update messages set deleted_at = now() where folder = 'deleted'`.execute(db);
}

export function listNoteRows(db: Database, messageId: string) {
  return db
    .selectFrom('message_notes as n')
    .select(['n.id', 'n.note', 'n.created_at as createdAt', nameOf('n.author_id').as('author')])
    .where('n.message_id', '=', messageId)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute();
}

export async function insertNote(
  db: Database,
  note: { message_id: string; author_id: string; note: string },
): Promise<void> {
  await db.insertInto('message_notes').values(note).execute();
}

/** The possible owners of a message: every administrator who may read it. */
export function listOwnerRows(db: Database) {
  return db
    .selectFrom('admin_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.email', nameOf('m.user_id').$notNull().as('name')])
    .where('m.role', 'in', ['admin', 'super_admin'])
    .orderBy('name')
    .orderBy('u.email')
    .limit(500)
    .execute();
}
