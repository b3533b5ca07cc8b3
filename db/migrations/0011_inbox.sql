-- What the inbox looks for, and since when something is kept aside: spam goes after a while.

alter table messages
  add column search_text text collate "C" not null
    generated always as (lower(name || E'\n' || email || E'\n' || subject || E'\n' || message)) stored,
  add column spam_since timestamptz;
update messages set spam_since = created_at where spam_reason is not null;
create index messages_spam_idx on messages (created_at) where spam_reason is not null;
