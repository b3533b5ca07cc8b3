import type pg from 'pg';

/** Facts that an email that was sent leaves behind, and that outlast the return to an earlier state of the site. */
const sendingColumns =
  'id, post_id, number, state, starts_at, created_at, started_at, finished_at, subject, html, plain_text, recipients, tried';
const recipientColumns =
  'id, post_email_id, post_id, subscriber_id, email, state, tries, unclear, sent_at, last_error, bounced_at, bounce, complained_at, unsubscribed_at';

/**
 * Keeps what was sent, and who wants no email, for the rest of the transaction, before everything is replaced by an older
 * state.
 */
export async function keepSendings(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.post_email_recipients') is not null as "isThere"`,
  );
  const isThere = rows[0]?.isThere === true;
  if (!isThere) return;
  await client.query(
    `create temporary table kept_post_emails on commit drop as
       select ${sendingColumns} from post_emails where started_at is not null`,
  );
  await client.query(
    `create temporary table kept_recipients on commit drop as
       select ${recipientColumns} from post_email_recipients`,
  );
  await client.query(
    'create temporary table kept_suppressed on commit drop as select * from suppressed_addresses',
  );
  await client.query(
    `create temporary table kept_deliveries on commit drop as
       select id, done_at from jobs where task = 'delivery' and done_at is not null`,
  );
}

const pauseReason =
  'The site was restored. Subscribers may have got this post since the backup was made. Continue only if you are sure that they have not.';

/**
 * After everything was replaced: what was sent is known again, so that no post is emailed a second time; no one who left is
 * subscribed again; and what would be sent now is held for a person. No link makes a first administrator.
 */
export async function restoreSendings(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isKept: boolean }>(
    `select to_regclass('pg_temp.kept_post_emails') is not null as "isKept"`,
  );
  if (rows[0]?.isKept === true) {
    await mergeKept(client);
    await client.query(mergeSuppressed);
    await client.query(mergeDelivered);
  }
  await client.query(
    'update installation set restored_at = now(), setup_token_hash = null, storage_id = null',
  );
  await client.query(
    `update jobs set given_up_at = now(), last_error = 'The site was restored. Send it again if it is wanted.'
     where webhook_id is not null and done_at is null and given_up_at is null`,
  );
  await client.query(
    `update post_emails set paused_at = now(), pause_reason = $1 where state in ('scheduled', 'sending')`,
    [pauseReason],
  );
}

async function mergeKept(client: pg.ClientBase): Promise<void> {
  // The older state has older facts.
  await client.query('delete from post_emails where id in (select id from kept_post_emails)');
  await client.query(
    `delete from post_emails e using kept_post_emails k where e.post_id = k.post_id and e.number = k.number`,
  );
  await client.query(
    `insert into post_emails (${sendingColumns}) select ${sendingColumns.replace(
      ' post_id',
      ' (select p.id from blog_posts p where p.id = k.post_id)',
    )}
     from kept_post_emails k`,
  );
  await client.query(
    `insert into post_email_recipients (${recipientColumns}) select ${recipientColumns.replace(
      ' subscriber_id',
      ' (select s.id from subscribers s where s.id = k.subscriber_id)',
    )} from kept_recipients k where k.post_email_id in (select id from post_emails)
     on conflict do nothing`,
  );
}

/** Deliveries that waited when the backup was made, and were made since. */
const mergeDelivered = `
  update jobs j set done_at = k.done_at, payload = payload - '{text,html,headers,returnPath}'::text[]
  from kept_deliveries k where j.id = k.id and j.done_at is null`;

/** The later row about an address counts. Ends subscriptions; those of erased people are deleted again. */
const mergeSuppressed = `
  with merged as (
    insert into suppressed_addresses as s (address_hash, reason, since, ended_at)
    select address_hash, reason, since, ended_at from kept_suppressed
    on conflict (address_hash) do update
      set reason = excluded.reason, since = excluded.since, ended_at = excluded.ended_at
      where greatest(excluded.since, excluded.ended_at) > greatest(s.since, s.ended_at)
    returning s.address_hash, s.reason, s.since, s.ended_at
  ), erased as (
    delete from subscribers r using merged m
    where m.ended_at is null and m.reason = 'removed' and address_hash(r.email) = m.address_hash
  )
  update subscribers r set
    state = case m.reason when 'unsubscribed' then 'unsubscribed' when 'complaint' then 'complained' else 'bounced' end,
    unsubscribed_at = case m.reason when 'unsubscribed' then m.since else r.unsubscribed_at end,
    stopped_at = case m.reason when 'unsubscribed' then r.stopped_at else m.since end
  from merged m
  where m.ended_at is null and m.reason <> 'removed' and address_hash(r.email) = m.address_hash
    and r.state in ('pending', 'confirmed')`;
