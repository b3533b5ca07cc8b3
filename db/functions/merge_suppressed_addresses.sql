-- Merges a suppression list of another time or place into this one: of the rows about an address the later one counts. Ends
-- the subscriptions that what is new suppresses; the subscriptions of erased people are deleted again.
-- given: an array of objects with hash (hexadecimal), reason, since and endedAt (or null).
-- Returns the number of rows that were new or later.
create or replace function merge_suppressed_addresses(given jsonb) returns bigint language sql as $$
  with merged as (
    insert into suppressed_addresses as s (address_hash, reason, since, ended_at)
    select decode(hash, 'hex'), reason, since, "endedAt"
    from jsonb_to_recordset(given) as g (hash text, reason text, since timestamptz, "endedAt" timestamptz)
    on conflict (address_hash) do update
      set reason = excluded.reason, since = excluded.since, ended_at = excluded.ended_at
      where greatest(excluded.since, excluded.ended_at) > greatest(s.since, s.ended_at)
    returning s.address_hash, s.reason, s.since, s.ended_at
  ), erased as (
    delete from subscribers r using merged m
    where m.ended_at is null and m.reason = 'removed' and address_hash(r.email) = m.address_hash
  ), ended as (
    update subscribers r set
      state = case m.reason when 'unsubscribed' then 'unsubscribed' when 'complaint' then 'complained' else 'bounced' end,
      unsubscribed_at = case m.reason when 'unsubscribed' then m.since else r.unsubscribed_at end,
      stopped_at = case m.reason when 'unsubscribed' then r.stopped_at else m.since end
    from merged m
    where m.ended_at is null and m.reason <> 'removed' and address_hash(r.email) = m.address_hash
      and r.state in ('pending', 'confirmed')
  )
  select count(*) from merged
$$;
