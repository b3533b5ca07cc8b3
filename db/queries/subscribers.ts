import { sql, type Selectable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { allRows, countWritten, firstRow, hasRow, oneRow } from './outcome.ts';

export type SubscriberRow = Selectable<Tables['subscribers']>;
export type SubscriberState = SubscriberRow['state'];

/**
 * Adds an address, or makes an unsubscribed one pending again; others stay unchanged. An address that bounced or complained,
 * also before it unsubscribed, is never pending. Locked until the transaction ends.
 */
export function upsertSubscriber(trx: Database, { email, page }: { email: string; page: string }) {
  return oneRow<SubscriberRow>(trx, 'writes')`
    insert into subscribers (email, page, state, stopped_at)
    select ${email}, ${page}, case s.reason when 'complaint' then 'complained'
        when 'hard-bounce' then 'bounced' when 'soft-bounces' then 'bounced' else 'pending' end,
      case when s.reason in ('complaint', 'hard-bounce', 'soft-bounces') then s.since end
    from (values (1)) one left join suppressed_addresses s
      on s.address_hash = address_hash(${email}) and s.ended_at is null
    on conflict (lower(email)) do update set
      state = case when subscribers.state = 'unsubscribed' then excluded.state else subscribers.state end,
      stopped_at = case when subscribers.state = 'unsubscribed' then excluded.stopped_at else subscribers.stopped_at end,
      consent_source = case when subscribers.state <> 'unsubscribed' then subscribers.consent_source end
    returning *`;
}

/** True if a confirmation email may be sent now; if so it counts as sent. */
export function claimConfirmation(trx: Database, id: string, hours: number) {
  return hasRow(trx, 'writes')`
    update subscribers set confirmation_sent_at = now()
    where id = ${id} and (confirmation_sent_at is null 
      or confirmation_sent_at not between now() - make_interval(hours => ${hours})
        and now() + interval '1 minute')
    returning id`;
}

/** Claims pending subscribers who got no confirmation email yet, oldest first; they count as asked. */
export function claimUnconfirmed(trx: Database, most: number) {
  return allRows<Pick<SubscriberRow, 'id' | 'email'>>(trx, 'writes')`
    update subscribers set confirmation_sent_at = now()
    where id in (
      select id from subscribers where state = 'pending' and confirmation_sent_at is null
      order by created_at, id limit ${most} for update skip locked
    )
    returning id, email`;
}

/** Links that confirm and end subscriptions; those that are known already stay. */
export async function addSubscriberLinks(
  trx: Database,
  links: readonly { subscriberId: string; tokenHash: Buffer }[],
): Promise<void> {
  await sql`
    update subscribers s set link_hashes = s.link_hashes || l.hash
    from unnest(
      ${links.map(({ subscriberId }) => subscriberId)}::uuid[], ${links.map(({ tokenHash }) => tokenHash)}::bytea[]
    ) as l (id, hash)
    where s.id = l.id and l.hash <> all (s.link_hashes)`.execute(trx);
}

/**
 * Confirms the subscription of a link; an old link does not subscribe again after an unsubscription.
 * @returns the subscriber, new if this confirmed them; undefined for an unknown link
 */
export function confirmSubscriber(db: Database, tokenHash: Buffer) {
  return firstRow<{ id: string; isNew: boolean }>(db, 'writes')`
    update subscribers s set
      state = case when s.state = 'pending' then 'confirmed' else s.state end,
      confirmed_at = case when s.state = 'pending' then now() else s.confirmed_at end,
      consent_at = case when s.state = 'pending' then now() else s.consent_at end,
      consent_source = coalesce(s.consent_source, 'Confirmed by email'),
      soft_bounces = case when s.state = 'pending' then 0 else s.soft_bounces end
    from (select id, state from subscribers where link_hashes @> array[${tokenHash}::bytea] for update) before
    where s.id = before.id
    returning s.id, before.state = 'pending' as "isNew"`;
}

export function findSubscriber(db: Database, id: string): Promise<SubscriberRow | undefined> {
  return db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @returns whether the link was known. */
export function unsubscribe(db: Database, tokenHash: Buffer) {
  return hasRow(db, 'writes')`
    update subscribers set state = 'unsubscribed',
      unsubscribed_at = case when state = 'unsubscribed' then unsubscribed_at else now() end
    where link_hashes @> array[${tokenHash}::bytea]
    returning id`;
}

/** Makes a bounced or complained subscriber pending, as one who was never asked. @returns the address */
export async function allowSubscriber(trx: Database, id: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('subscribers')
    .set({ state: 'pending', soft_bounces: 0, stopped_at: null, confirmation_sent_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['bounced', 'complained'])
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

export type SubscriberFilter = { state: SubscriberState | null; search: string };

/** A subscriber as the list shows them. `changedAt`: since when they are in their state; null while pending. */
type ListedSubscriber = Pick<SubscriberRow, 'id' | 'email' | 'state' | 'page'> & {
  createdAt: Date;
  changedAt: Date | null;
  consentAt: Date | null;
  consentSource: string | null;
};

/** A page of the list, newest first, with the number of matches, of all subscribers, and of pending ones who were not asked. */
export async function listSubscriberRows(
  db: Database,
  filter: SubscriberFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: ListedSubscriber[]; found: number; total: number; neverAsked: number }> {
  const [items, counts] = await Promise.all([
    allRows<ListedSubscriber>(db)`
      select id, email, state, page, created_at as "createdAt", consent_at as "consentAt",
        consent_source as "consentSource", case state when 'confirmed' then confirmed_at
          when 'unsubscribed' then unsubscribed_at when 'pending' then null else stopped_at end as "changedAt"
      from subscribers where ${matching(filter)}
      order by created_at desc, id desc limit ${limit} offset ${offset}`,
    oneRow<{ found: number; total: number; neverAsked: number }>(db)`
      select count(*) filter (where ${matching(filter)}) as found, count(*) as total,
        count(*) filter (where state = 'pending' and confirmation_sent_at is null) as "neverAsked"
      from subscribers`,
  ]);
  return { items, ...counts };
}

/** A part of the filtered subscribers, by address, after a given one; for exports. */
export function listSubscribersAfter(db: Database, filter: SubscriberFilter, after: string, limit: number) {
  return allRows<SubscriberRow>(db)`
    select * from subscribers
    where ${matching(filter)} and lower(email) collate "C" > ${after} collate "C"
    order by lower(email) collate "C" limit ${limit}`;
}

function matching({ state, search }: SubscriberFilter) {
  const inState = state === null ? sql`true` : sql`state = ${state}`;
  const found = search === '' ? sql`true` : sql`strpos(lower(email), lower(${search})) > 0`;
  return sql`${inState} and ${found}`;
}

export type ImportedSubscriber = {
  email: string;
  state: SubscriberState;
  /** An instant as PostgreSQL reads it. */
  consentAt: string | null;
  consentSource: string | null;
};

/**
 * Inserts subscribers of a list. Addresses that are known keep their state, and suppressed ones stay out.
 * @returns how many are new, how many are suppressed, and the ids of the new ones who are confirmed
 */
export function insertSubscribers(db: Database, subscribers: readonly ImportedSubscriber[]) {
  return oneRow<{ added: number; suppressed: number; confirmed: string[] }>(db, 'writes')`
    with given as materialized (
      select *, is_suppressed(email) as suppressed from jsonb_to_recordset(${JSON.stringify(subscribers)}::jsonb)
        as given (email text, state text, "consentAt" timestamptz, "consentSource" text)
    ), inserted as (
      insert into subscribers (email, state, confirmed_at, unsubscribed_at, stopped_at, consent_at, consent_source)
      select email, state, case when state = 'confirmed' then now() end,
        case when state = 'unsubscribed' then now() end,
        case when state in ('bounced', 'complained') then now() end, "consentAt", "consentSource"
      from given where not suppressed
      on conflict (lower(email)) do nothing
      returning id, state
    )
    select (select count(*) from inserted) as added, (select count(*) from given where suppressed) as suppressed,
      array(select id from inserted where state = 'confirmed') as confirmed`;
}

/** @returns number of deleted subscribers: 1 or 0. */
export function deleteSubscriber(db: Database, email: string): Promise<number> {
  return countWritten(db.deleteFrom('subscribers').where(sql<string>`lower(email)`, '=', email));
}
