-- Who wants letters. Nobody gets one before they confirmed that the address is theirs.

create table subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) between 3 and 254),
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'unsubscribed')),
  -- Where on the site it was asked for; '' where it was brought in from a file.
  page text not null default '' check (char_length(page) <= 300),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  -- The last letter that asks for a confirmation: at most one leaves in a day.
  asked_at timestamptz
);
create unique index subscribers_email_key on subscribers (lower(email));
create index subscribers_created_idx on subscribers (created_at desc, id desc);

-- One link for each letter, so that the links of older letters go on working. Only hashes are kept.
create table subscriber_links (
  token_hash bytea primary key,
  subscriber_id uuid not null references subscribers on delete cascade,
  created_at timestamptz not null default now()
);
create index subscriber_links_subscriber_idx on subscriber_links (subscriber_id);
