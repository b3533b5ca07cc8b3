-- Messages of visitors, the inbox around them, and what is to be delivered.

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
  -- Why it is kept aside; null for what is no spam.
  spam_reason text check (spam_reason in ('honeypot', 'too-fast', 'links', 'repetition', 'marked')),
  read_at timestamptz,
  owner_id uuid references users on delete set null,
  -- Where on the site it was written, and the campaign that the address named.
  page text not null default '' check (char_length(page) <= 300),
  campaign text not null default '' check (char_length(campaign) <= 100),
  -- Of what was sent: the same twice within minutes is one message, and the same from many is spam.
  content_hash bytea not null,
  text_hash bytea not null,
  created_at timestamptz not null default now(),
  constraint applications_are_whole
    check (kind = 'contact' or (industry is not null and business_stage is not null))
);
create index messages_created_idx on messages (created_at desc, id desc);
create index messages_unread_idx on messages (created_at) where read_at is null and spam_reason is null;
create index messages_email_idx on messages (lower(email));
create index messages_content_idx on messages (content_hash, created_at);
create index messages_text_idx on messages (text_hash, created_at);
create index messages_owner_idx on messages (owner_id);

insert into messages (id, kind, name, email, subject, message, content_hash, text_hash, created_at)
select id, 'contact', name, email, subject, message, decode(md5(id::text), 'hex'), decode(md5(id::text), 'hex'), created_at
from contact_messages;
insert into messages (
  id, kind, name, email, subject, message, phone, industry, business_stage, funding_to_date,
  content_hash, text_hash, created_at
)
select
  id, 'application', name, email, 'JV Program Application', problem_description, phone, industry, business_stage,
  funding_to_date, decode(md5(id::text), 'hex'), decode(md5(id::text), 'hex'), created_at
from jv_applications;
drop table contact_messages;
drop table jv_applications;

create table message_notes (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references messages on delete cascade,
  author_id uuid references users on delete set null,
  note text not null check (char_length(note) between 1 and 4000),
  created_at timestamptz not null default now()
);
create index message_notes_message_idx on message_notes (message_id, created_at);
create index message_notes_author_idx on message_notes (author_id);

-- What is to leave this machine. A row is written with what it tells of, in one transaction, and taken by one worker at a
-- time: whoever takes it moves next_try_at ahead, and a worker that dies leaves it to be taken again.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  -- The message it tells of, or a letter of its own.
  message_id uuid references messages on delete cascade,
  letter jsonb check (jsonb_typeof(letter) = 'object'),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 500),
  sent_at timestamptz,
  given_up_at timestamptz,
  created_at timestamptz not null default now(),
  constraint outbox_has_one_content check ((message_id is null) <> (letter is null))
);
create index outbox_due_idx on outbox (next_try_at) where sent_at is null and given_up_at is null;
create index outbox_message_idx on outbox (message_id, created_at);
