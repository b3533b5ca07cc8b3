-- The newsletter: subscribers, who must not be emailed any more, and new posts by email.

-- Newsletter subscribers. No newsletter is sent to an address before its owner confirmed it.
create table subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 254),
  state text not null default 'pending'
    check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced', 'complained')),
  -- The page of the site with the sign-up form; empty for an import.
  page text not null default '' check (char_length(page) <= 300),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- At most one confirmation email a day.
  confirmation_sent_at timestamptz,
  -- In a row, since the last email that was accepted.
  soft_bounces integer not null default 0 check (soft_bounces >= 0),
  -- When and where the person agreed to get emails.
  consent_at timestamptz,
  consent_source text check (char_length(consent_source) between 1 and 300),
  -- Since when emails bounce, or when the complaint came.
  stopped_at timestamptz,
  -- Hashes of the tokens in the links of every email so far, so that those of earlier emails stay valid.
  link_hashes bytea[] not null default '{}'
);
create unique index subscribers_email_key on subscribers (lower(email));
create index subscribers_link_hashes_idx on subscribers using gin (link_hashes);
create index subscribers_created_idx on subscribers (created_at desc, id desc);
create trigger suppression_changed after insert or delete or update of state on subscribers
  for each row execute function record_suppression();
-- The end of a subscription is a figure of the sending whose email came last.
create trigger unsubscription_noted after update of state on subscribers
  for each row when (old.state = 'confirmed' and new.state = 'unsubscribed')
  execute function note_unsubscription();

-- Addresses that get no email of the newsletter, kept as hashes (see address_hash): also of people whose data was erased.
-- Rows are never deleted, so that lists of different times can be merged: the later of since and ended_at counts.
create table suppressed_addresses (
  address_hash bytea primary key check (octet_length(address_hash) = 32),
  reason text not null check (reason in ('unsubscribed', 'hard-bounce', 'soft-bounces', 'complaint', 'removed')),
  since timestamptz not null default now(),
  -- When the owner of the address subscribed again; null: in force.
  ended_at timestamptz
);

-- New posts by email --------------------------------------------------------

-- Each sending of a post.
create table post_emails (
  id uuid primary key default gen_random_uuid(),
  -- Null: the post was deleted since.
  post_id uuid references blog_posts on delete set null,
  -- The first sending of a post is 1. A second press asks for the same number, which the unique index refuses.
  number smallint not null check (number between 1 and 100),
  state text not null default 'scheduled' check (state in ('scheduled', 'sending', 'sent', 'cancelled')),
  -- Not before this instant; null: as soon as the post is public.
  starts_at timestamptz,
  paused_at timestamptz,
  -- Why it paused by itself; null where a person paused it.
  pause_reason text check (char_length(pause_reason) between 1 and 1000),
  -- A person continued it after too many bounces: it does not stop for them again.
  ignores_bounces boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The introduction above the post; null: nothing.
  introduction text check (char_length(introduction) between 1 and 1000),
  -- Before sending starts: a subject other than the title. Then the email as it is sent; placeholders stand where
  -- recipients differ.
  subject text,
  html text,
  plain_text text,
  recipients integer not null default 0,
  -- Emails that were handed over or refused so far; for the check of the first ones only, a crash may miss some.
  tried integer not null default 0,
  -- Emails per second at the moment, as the mail server's answers allow; NEWSLETTER_RATE is the upper limit.
  rate real not null default 2,
  constraint started_post_emails_are_made
    check (state = 'scheduled' or state = 'cancelled' or (html is not null and started_at is not null))
);
create unique index post_emails_post_key on post_emails (post_id, number);
create index post_emails_open_idx on post_emails (created_at) where state in ('scheduled', 'sending');

-- Each recipient, before the first email leaves.
create table post_email_recipients (
  id uuid primary key default gen_random_uuid(),
  post_email_id uuid not null references post_emails on delete cascade,
  -- The time of the sending, for the index below.
  post_id uuid not null,
  -- Null: the subscriber was deleted since.
  subscriber_id uuid references subscribers on delete set null,
  -- Null: erased.
  email text check (char_length(email) between 3 and 254),
  -- 'sending' is committed before the email is handed to the mail server. A recipient in this state after a crash may have
  -- got the email, and gets it once more under the same Message-ID. 'skipped': unsubscribed before their turn, or the
  -- sending was cancelled.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
  tries smallint not null default 0,
  -- How often the connection broke when the mail server may have had the whole email.
  unclear smallint not null default 0,
  -- When the row may be tried: when no process can be emailing them any more, or later.
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  bounced_at timestamptz,
  bounce text check (char_length(bounce) <= 500),
  complained_at timestamptz,
  unsubscribed_at timestamptz
);
create unique index post_email_recipients_once_key on post_email_recipients (post_email_id, subscriber_id);
-- At most once per subscriber and post, whatever is pressed or retried.
create unique index post_email_recipients_post_key on post_email_recipients (post_id, subscriber_id)
  where state in ('waiting', 'sending', 'sent');
create index post_email_recipients_subscriber_idx on post_email_recipients (subscriber_id, sent_at);
create index post_email_recipients_due_idx on post_email_recipients (post_email_id, next_try_at)
  where state in ('waiting', 'sending');
create index post_email_recipients_email_idx on post_email_recipients (lower(email));
