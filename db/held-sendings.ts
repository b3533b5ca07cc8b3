import type pg from 'pg';

/** What an email that was sent leaves behind, and outlasts the return to an earlier state of the site. */
const sendingColumns =
  'id, post_id, number, audience, category_id, state, starts_at, created_at, started_at, finished_at, subject, html, plain_text, recipients, tried';
const recipientColumns =
  'id, post_email_id, post_id, subscriber_id, email, state, tries, unclear, sent_at, last_error, bounced_at, bounce, complained_at, unsubscribed_at';

/** Keeps what was sent for the rest of the transaction, before everything is replaced by an older state. */
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
}

const pauseReason =
  'The site was restored. Subscribers may have got this post since the backup was made. Continue only if you are sure that they have not.';

/**
 * After everything was replaced: what was sent is known again, so that no post is emailed a second time; and what would
 * be sent now is held for a person.
 */
export async function restoreSendings(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isKept: boolean }>(
    `select to_regclass('pg_temp.kept_post_emails') is not null as "isKept"`,
  );
  if (rows[0]?.isKept === true) await mergeKept(client);
  await client.query(
    `update post_emails set paused_at = now(), pause_reason = $1 where state in ('scheduled', 'sending')`,
    [pauseReason],
  );
}

async function mergeKept(client: pg.ClientBase): Promise<void> {
  // What the older state has of them is older.
  await client.query('delete from post_emails where id in (select id from kept_post_emails)');
  await client.query(
    `delete from post_emails e using kept_post_emails k where e.post_id = k.post_id and e.number = k.number`,
  );
  await client.query(
    `insert into post_emails (${sendingColumns}) select ${sendingColumns
      .replace(' post_id', ' (select p.id from blog_posts p where p.id = k.post_id)')
      .replace(' category_id', ' (select c.id from blog_categories c where c.id = k.category_id)')}
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
