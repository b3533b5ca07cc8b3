-- Messages of visitors, the inbox around them, and the jobs that deliver them.

create table messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('contact', 'application')),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (char_length(subject) between 1 and 300),
  message text not null check (char_length(message) between 1 and 10000),
  phone text check (char_length(phone) between 1 and 60),
  industry text check (char_length(industry) between 1 and 200),
  business_stage text check (business_stage in ('idea', 'building', 'startup', 'established')),
  funding_to_date text check (char_length(funding_to_date) between 1 and 200),
  status text not null default 'new' check (status in ('new', 'in_progress', 'answered', 'closed')),
  -- Why it counts as spam; null where it does not.
  spam_reason text check (spam_reason in ('honeypot', 'too-fast', 'links', 'repetition', 'words', 'marked')),
  -- The signs that said so, in words; empty for other reasons.
  spam_signs text not null default '' check (char_length(spam_signs) <= 300),
  -- As what it counts in spam_counts.
  learned_as text check (learned_as in ('spam', 'genuine')),
  read_at timestamptz,
  owner_id uuid references users on delete set null,
  -- The page of the site on which it was written, and the campaign in that page's address.
  page text not null default '' check (char_length(page) <= 300),
  campaign text not null default '' check (char_length(campaign) <= 100),
  -- Hash of all fields: the same content twice within minutes is one message.
  content_hash bytea not null,
  -- Hash of the text alone: the same text from many senders is spam.
  text_hash bytea not null,
  created_at timestamptz not null default now(),
  search_text text collate "C" not null
    generated always as (lower(name || E'\n' || email || E'\n' || subject || E'\n' || message)) stored,
  -- Spam is deleted some days after this.
  spam_since timestamptz,
  -- The other site that linked to the first page of the visit; empty: unknown.
  referrer_host text not null default '' check (char_length(referrer_host) <= 100),
  -- The post read last before the message.
  last_post_id uuid references blog_posts on delete set null,
  constraint applications_are_complete
    check (kind = 'contact' or (industry is not null and business_stage is not null))
);
create index messages_created_idx on messages (created_at desc, id desc);
create index messages_unread_idx on messages (created_at) where read_at is null and spam_reason is null;
create index messages_spam_idx on messages (created_at) where spam_reason is not null;
create index messages_email_idx on messages (lower(email));
create index messages_content_idx on messages (content_hash, created_at);
create index messages_text_idx on messages (text_hash, created_at);
create index messages_owner_idx on messages (owner_id);
create index messages_referrer_host_idx on messages (referrer_host) where referrer_host <> '' and spam_reason is null;
create index messages_campaign_idx on messages (campaign) where campaign <> '' and spam_reason is null;
create index messages_last_post_idx on messages (last_post_id) where last_post_id is not null;

-- In how many messages that this firm marked a word, a host of a link or a number was: counts by hash, and no texts.
create table spam_counts (
  sign bigint primary key,
  spam integer not null default 0 check (spam >= 0),
  genuine integer not null default 0 check (genuine >= 0)
);

create table message_notes (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references messages on delete cascade,
  author_id uuid references users on delete set null,
  note text not null check (char_length(note) between 1 and 4000),
  created_at timestamptz not null default now()
);
create index message_notes_message_idx on message_notes (message_id, created_at);
create index message_notes_author_idx on message_notes (author_id);

-- Work to be done later, inserted in the transaction of its cause. One worker at a time holds a row: it moves `run_at`
-- ahead as its lease, and a row whose worker died becomes due again.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  task text not null,
  -- There is one job at a time with this key. It is deleted when it is done, or runs again and again.
  key text unique,
  -- The message that the job delivers.
  message_id uuid references messages on delete cascade,
  -- The keys of an email: to, subject, text, html and headers; after delivery only to and subject.
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  tries integer not null default 0,
  run_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 500),
  -- The last try failed because the mail server did not answer: retried as soon as it answers again.
  is_server_unavailable boolean not null default false,
  done_at timestamptz,
  given_up_at timestamptz,
  created_at timestamptz not null default now(),
  -- The job is useless from then on and is given up.
  expires_at timestamptz
);
create index jobs_due_idx on jobs (task, run_at) where done_at is null and given_up_at is null;
create index jobs_message_idx on jobs (message_id, created_at);
