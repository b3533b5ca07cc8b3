-- A deleted message can be restored for some days.

alter table messages
  -- Null while it is not deleted. Some days after this its row goes.
  add deleted_at timestamptz,
  -- It is kept anew from here on: what was restored is not deleted again for its age.
  add restored_at timestamptz;
alter table messages
  -- Where it is shown. All that reads messages names a folder.
  add folder text not null generated always as (
    case when deleted_at is not null then 'deleted' when spam_reason is not null then 'spam' else 'inbox' end
  ) stored check (folder in ('inbox', 'spam', 'deleted'));

drop index messages_unread_idx, messages_spam_idx, messages_referrer_host_idx, messages_campaign_idx;
create index messages_unread_idx on messages (created_at) where read_at is null and folder = 'inbox';
create index messages_spam_idx on messages (created_at) where folder = 'spam';
create index messages_deleted_idx on messages (created_at) where folder = 'deleted';
create index messages_referrer_host_idx on messages (referrer_host) where referrer_host <> '' and folder = 'inbox';
create index messages_campaign_idx on messages (campaign) where campaign <> '' and folder = 'inbox';
