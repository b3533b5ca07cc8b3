import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { allRows, firstRow, hasRow, hasWritten, oneRow } from './outcome.ts';

export type WebhookEvent = {
  type: string;
  /** The post, message or subscriber; null for a test. */
  subjectId: string | null;
  /** Facts of a post as they were then; other subjects are read when the event is sent. */
  data?: Readonly<Record<string, string | null>>;
};

export type WebhookRow = Selectable<Tables['webhooks']>;

/** All webhooks with the time of the last delivery that was accepted, oldest first. */
export function listWebhookRows(db: Database) {
  return allRows<Omit<WebhookRow, 'secret'> & { acceptedAt: Date | null }>(db)`
    select w.id, w.url, w.events, w.has_lead_texts, w.failed_days, w.failed_on, w.ended_at, w.created_at,
      (select max(done_at) from jobs where webhook_id = w.id) as "acceptedAt"
    from webhooks w order by w.created_at, w.id`;
}

/** Locks all webhooks until the transaction ends, and says how many there are. */
export async function lockWebhooks(trx: Database): Promise<number> {
  await sql`lock table webhooks in share row exclusive mode`.execute(trx);
  return (await oneRow<{ n: number }>(trx)`select count(*) as n from webhooks`).n;
}

export async function insertWebhook(trx: Database, webhook: Insertable<Tables['webhooks']>): Promise<void> {
  await trx.insertInto('webhooks').values(webhook).execute();
}

export function lockWebhook(trx: Database, id: string): Promise<WebhookRow | undefined> {
  return trx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateWebhook(
  trx: Database,
  id: string,
  changes: Updateable<Tables['webhooks']>,
): Promise<void> {
  await trx.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

/** Deletes a webhook with its deliveries. */
export function deleteWebhook(trx: Database, id: string): Promise<boolean> {
  return hasWritten(trx.deleteFrom('webhooks').where('id', '=', id));
}

/** Adds the deliveries of events, in the transaction of their cause. @returns whether a webhook wants any */
export function insertDeliveries(trx: Database, events: readonly WebhookEvent[]): Promise<boolean> {
  return hasRow(trx, 'writes')`
    insert into jobs (task, webhook_id, payload)
    select 'webhook', w.id, event from webhooks w, jsonb_array_elements(${JSON.stringify(events)}::jsonb) event
    where w.ended_at is null and event ->> 'type' = any(w.events) returning id`;
}

/** Adds a delivery to one webhook, whatever events it wants, that is tried once. */
export async function insertDelivery(trx: Database, webhookId: string, event: WebhookEvent): Promise<void> {
  await sql`insert into jobs (task, webhook_id, payload, expires_at)
    values ('webhook', ${webhookId}, ${JSON.stringify(event)}::jsonb, now())`.execute(trx);
}

/** Replaces the events that lie ahead for some subjects: each becomes due at its time, for the webhooks of then. */
export async function planEvents(
  trx: Database,
  subjectIds: readonly string[],
  planned: readonly (WebhookEvent & { at: Date })[],
): Promise<void> {
  await sql`delete from jobs where key = any(${subjectIds.map(planKey)}::text[])`.execute(trx);
  for (const { at, ...event } of planned) {
    await sql`insert into jobs (task, key, payload, run_at, created_at)
      values ('webhook', ${planKey(event.subjectId ?? '')}, ${JSON.stringify(event)}::jsonb, ${at}, ${at})`.execute(
      trx,
    );
  }
}

function planKey(subjectId: string): string {
  return `event ${subjectId}`;
}

/** Ends a planned event, to make deliveries of it in the same transaction. @returns whether it is still planned */
export function claimPlannedEvent(trx: Database, jobId: string): Promise<boolean> {
  return hasWritten(trx.deleteFrom('jobs').where('id', '=', jobId));
}

/** The webhook of a delivery; undefined for a planned event, which has none yet. */
export function findWebhookOf(db: Database, jobId: string) {
  return firstRow<WebhookRow>(db)`
    select w.* from webhooks w join jobs j on j.webhook_id = w.id where j.id = ${jobId}`;
}

/** Notes the answer to a delivery that was accepted; its webhook works again. */
export async function storeAcceptance(db: Database, jobId: string, answer: string): Promise<void> {
  await sql`
    with accepted as (
      update jobs set payload = payload || jsonb_build_object('answer', ${answer}::text)
      where id = ${jobId} returning webhook_id
    )
    update webhooks set failed_days = 0, failed_on = null
    where id in (select webhook_id from accepted) and failed_days > 0`.execute(db);
}

/** Counts a day with a failed delivery, once. @returns how many there are now; undefined if it was counted or has ended */
export async function countFailedDay(db: Database, id: string): Promise<number | undefined> {
  const counted = await firstRow<{ n: number }>(db, 'writes')`
    update webhooks set failed_days = failed_days + 1, failed_on = current_date
    where id = ${id} and ended_at is null and failed_on is distinct from current_date
    returning failed_days as n`;
  return counted?.n;
}

/** Sends nothing to a webhook anymore, and gives up what waits. */
export async function endWebhook(trx: Database, id: string): Promise<void> {
  await sql`update webhooks set ended_at = now() where id = ${id}`.execute(trx);
  await sql`update jobs set given_up_at = now(), last_error = coalesce(last_error, 'The webhook was switched off.')
    where webhook_id = ${id} and done_at is null and given_up_at is null`.execute(trx);
}

export type WebhookDelivery = {
  id: string;
  url: string;
  type: string;
  createdAt: Date;
  attempts: number;
  doneAt: Date | null;
  givenUpAt: Date | null;
  /** When a failed one is tried again. */
  nextAt: Date;
  failure: string | null;
  answer: string | null;
};

/** The newest deliveries; only those that were not accepted if `isFailed`. */
export async function listWebhookDeliveries(
  db: Database,
  isFailed: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: WebhookDelivery[]; found: number }> {
  const chosen = sql`webhook_id is not null and (not ${isFailed} or last_error is not null or given_up_at is not null)`;
  const rows = await allRows<WebhookDelivery>(db)`
    select j.id, w.url, j.payload ->> 'type' as type, j.created_at as "createdAt", j.tries as attempts,
      j.done_at as "doneAt", j.given_up_at as "givenUpAt", j.run_at as "nextAt", j.last_error as failure,
      j.payload ->> 'answer' as answer
    from jobs j join webhooks w on w.id = j.webhook_id where ${chosen}
    order by j.created_at desc, j.id limit ${limit} offset ${offset}`;
  const { found } = await oneRow<{ found: number }>(db)`
    select count(*) as found from jobs where ${chosen}`;
  return { rows, found };
}

/** Makes a delivery due again with its id; one that is being sent stays unchanged. @returns its type and address */
export function repeatDelivery(trx: Database, jobId: string) {
  return firstRow<{ type: string; url: string }>(trx, 'writes')`
    update jobs j set done_at = null, given_up_at = null, last_error = null, run_at = now(), payload = payload - 'answer'
    from webhooks w
    where j.id = ${jobId} and w.id = j.webhook_id
      and (j.done_at is not null or j.given_up_at is not null or j.last_error is not null)
    returning j.payload ->> 'type' as type, w.url`;
}
