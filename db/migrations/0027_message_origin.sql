-- How the visit began that led to a message, beside its page and campaign.

alter table messages
  -- Of the first page of another site that led here; empty: none is known.
  add column referrer_host text not null default '' check (char_length(referrer_host) <= 100),
  add column last_post_id uuid references blog_posts on delete set null;

-- For the choices of the inbox, and for posts that are deleted.
create index messages_referrer_host_idx on messages (referrer_host) where referrer_host <> '' and spam_reason is null;
create index messages_campaign_idx on messages (campaign) where campaign <> '' and spam_reason is null;
create index messages_last_post_idx on messages (last_post_id) where last_post_id is not null;
