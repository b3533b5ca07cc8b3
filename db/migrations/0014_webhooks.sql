-- Addresses that are told of events by HTTP. Their deliveries are jobs.

create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (char_length(url) between 1 and 2000),
  events text[] not null check (cardinality(events) > 0),
  -- True if events hold names, addresses and texts of leads.
  has_lead_texts boolean not null,
  -- Encrypted: nonce, authentication tag, ciphertext.
  secret bytea not null,
  -- Days with a failed delivery since the last one that was accepted, and the newest of them.
  failed_days integer not null default 0,
  failed_on date,
  -- Nothing is sent anymore since then.
  ended_at timestamptz,
  created_at timestamptz not null default now()
);

alter table jobs add column webhook_id uuid references webhooks on delete cascade;
create index jobs_webhook_idx on jobs (created_at desc) where webhook_id is not null;
create index jobs_webhook_id_idx on jobs (webhook_id) where webhook_id is not null;
