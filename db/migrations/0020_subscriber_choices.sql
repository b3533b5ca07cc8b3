-- What subscribers chose, who must not be emailed any more, and what the services and mailboxes report about emails.

alter table subscribers drop constraint subscribers_state_check;
alter table subscribers
  add constraint subscribers_state_check
    check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced', 'complained')),
  -- Only posts of the categories in subscriber_categories. A subscriber whose last category was deleted gets none until
  -- they choose again, not everything.
  add column only_categories boolean not null default false,
  -- In a row, since the last email that was accepted.
  add column soft_bounces integer not null default 0 check (soft_bounces >= 0),
  -- When and where the person agreed to get emails.
  add column consent_at timestamptz,
  add column consent_source text check (char_length(consent_source) between 1 and 300),
  -- Since when emails bounce, or when the complaint came.
  add column stopped_at timestamptz;

update subscribers set consent_at = confirmed_at where confirmed_at is not null;

create table subscriber_categories (
  subscriber_id uuid not null references subscribers on delete cascade,
  category_id uuid not null references blog_categories on delete cascade,
  primary key (subscriber_id, category_id)
);
create index subscriber_categories_category_idx on subscriber_categories (category_id);

-- Addresses that get no email of the newsletter, kept as hashes (see address_hash): also of people whose data was erased.
-- Rows are never deleted, so that lists of different times can be merged: the later of since and ended_at counts.
create table suppressed_addresses (
  address_hash bytea primary key check (octet_length(address_hash) = 32),
  reason text not null check (reason in ('unsubscribed', 'hard-bounce', 'soft-bounces', 'complaint', 'removed')),
  since timestamptz not null default now(),
  -- When the owner of the address subscribed again; null: in force.
  ended_at timestamptz
);

insert into suppressed_addresses (address_hash, reason, since)
select address_hash(email), 'unsubscribed', coalesce(unsubscribed_at, now()) from subscribers
where state = 'unsubscribed'
on conflict do nothing;

create trigger suppression_changed after insert or delete or update of state on subscribers
  for each row execute function record_suppression();

-- Events of email services that were handled: each counts once, however often it is sent.
create table email_events (
  service text not null check (char_length(service) between 1 and 40),
  event_id text not null check (char_length(event_id) between 1 and 200),
  received_at timestamptz not null default now(),
  primary key (service, event_id)
);
create index email_events_received_idx on email_events (received_at);

-- What a super admin decided about the set-up of the newsletter.
create table newsletter_setup (
  only_row boolean primary key default true check (only_row),
  -- The problems with which sending is allowed all the same.
  accepted text[] not null default '{}',
  accepted_by uuid references users on delete set null,
  accepted_at timestamptz,
  -- An older state of the site was brought back: sending waits for a super admin.
  restored_at timestamptz
);
create index newsletter_setup_accepted_by_idx on newsletter_setup (accepted_by);
insert into newsletter_setup default values;
