-- Ends emails of the newsletter to an address. A suppression that is in force already keeps its time; a bounce replaces the
-- reasons that signing up again ends, and a complaint replaces every other one. An erasure after an unsubscription counts
-- from its own time on, so that a restore of what was there between them erases the person again.
create or replace function suppress_address(address text, new_reason text) returns void
language sql as $$
  insert into suppressed_addresses as s (address_hash, reason) values (address_hash(address), new_reason)
  on conflict (address_hash) do update set
    reason = excluded.reason,
    since = case when s.ended_at is null and excluded.reason <> 'removed' then s.since else now() end,
    ended_at = null
  where s.ended_at is not null
    or excluded.reason = 'complaint'
    or (s.reason = 'unsubscribed' and excluded.reason = 'removed')
    or (s.reason in ('unsubscribed', 'removed') and excluded.reason in ('hard-bounce', 'soft-bounces'))
$$;
