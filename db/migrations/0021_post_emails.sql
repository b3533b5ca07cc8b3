-- New posts by email: a row for each sending of a post, and a row for each recipient before the first email leaves.

create table post_emails (
  id uuid primary key default gen_random_uuid(),
  -- Null: the post was deleted since.
  post_id uuid references blog_posts on delete set null,
  -- The first sending of a post is 1. A second press asks for the same number, which the unique index refuses.
  number smallint not null check (number between 1 and 100),
  audience text not null check (audience in ('everybody', 'category')),
  -- Null with the audience 'category': the category was deleted since.
  category_id uuid references blog_categories on delete set null,
  -- Whether subscribers who have got the post already get it again.
  repeats boolean not null default false,
  state text not null default 'scheduled' check (state in ('scheduled', 'sending', 'sent', 'cancelled')),
  -- Not before this instant; null: as soon as the post is public.
  starts_at timestamptz,
  paused_at timestamptz,
  -- Why it paused by itself; null where a person paused it.
  pause_reason text check (char_length(pause_reason) between 1 and 1000),
  -- A person continued it after too many bounces: it does not stop for them again.
  ignores_bounces boolean not null default false,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The email as it is sent, made when sending starts; placeholders stand where recipients differ.
  subject text,
  html text,
  plain_text text,
  recipients integer not null default 0,
  -- Emails per second, at the moment; below `rate_limit` it grows fast, above it slowly.
  rate real not null default 0 check (rate >= 0),
  rate_limit real not null default 0,
  slowed_at timestamptz,
  -- Emails that were handed over or refused so far; for the check of the first ones only, a crash may miss some.
  tried integer not null default 0,
  -- The next email may leave then: workers of all machines take their turns from it.
  next_at timestamptz not null default now(),
  constraint started_post_emails_are_made
    check (state = 'scheduled' or state = 'cancelled' or (html is not null and started_at is not null))
);
create unique index post_emails_post_key on post_emails (post_id, number);
create index post_emails_category_idx on post_emails (category_id);
create index post_emails_created_by_idx on post_emails (created_by);
create index post_emails_open_idx on post_emails (created_at) where state in ('scheduled', 'sending');

create table post_email_recipients (
  id uuid primary key default gen_random_uuid(),
  post_email_id uuid not null references post_emails on delete cascade,
  -- Of the sending, for the index below.
  post_id uuid not null,
  -- Null: the subscriber was deleted since.
  subscriber_id uuid references subscribers on delete set null,
  -- Null: erased.
  email text check (char_length(email) between 3 and 254),
  -- 'sending' is committed before the email is handed to the mail server. A recipient in this state after a crash may have
  -- got the email, and gets it once more under the same Message-ID. 'skipped': unsubscribed before their turn, or the
  -- sending was cancelled.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
  -- The subscriber had got the post before, and gets it again because a person asked for that.
  is_repeat boolean not null default false,
  tries smallint not null default 0,
  -- How often the connection broke when the mail server may have had the whole email.
  unclear smallint not null default 0,
  -- The worker that holds the row, until `next_try_at`.
  claimed_by uuid,
  -- When the row may be claimed: the end of a lease, or the time of the next try.
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  bounced_at timestamptz,
  bounce text check (char_length(bounce) <= 500),
  complained_at timestamptz,
  unsubscribed_at timestamptz
);
create unique index post_email_recipients_once_key on post_email_recipients (post_email_id, subscriber_id);
-- At most once per subscriber and post, whatever is pressed or retried; the exception is a person who asks for it.
create unique index post_email_recipients_post_key on post_email_recipients (post_id, subscriber_id)
  where not is_repeat and state in ('waiting', 'sending', 'sent');
create index post_email_recipients_subscriber_idx on post_email_recipients (subscriber_id, sent_at);
create index post_email_recipients_due_idx on post_email_recipients (post_email_id, next_try_at)
  where state in ('waiting', 'sending');
create index post_email_recipients_email_idx on post_email_recipients (lower(email));

-- The end of a subscription is a figure of the sending whose email came last.
create trigger unsubscription_noted after update of state on subscribers
  for each row when (old.state = 'confirmed' and new.state = 'unsubscribed')
  execute function note_unsubscription();
