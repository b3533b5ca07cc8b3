-- Tokens with which programs act for a person.

create table tokens (
  id uuid primary key default gen_random_uuid(),
  -- Ends with the role of the person.
  user_id uuid not null references admin_users (user_id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- SHA-256.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Beside reading what is public.
  may_propose boolean not null,
  may_read_drafts boolean not null,
  -- How the session was started in which it was made.
  factor text not null,
  created_at timestamptz not null default now(),
  -- Written at most once a minute.
  used_at timestamptz,
  expires_at timestamptz not null,
  -- 90 days, in hours: days have other lengths in other time zones.
  check (expires_at <= created_at + interval '2160 hours')
);
create index tokens_user_id_idx on tokens (user_id);
