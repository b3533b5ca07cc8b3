-- True if no email of the newsletter may go to an address.
create or replace function is_suppressed(address text) returns boolean
language sql stable strict parallel safe as $$
  select exists (
    select from suppressed_addresses s where s.address_hash = address_hash(address) and s.ended_at is null
  )
$$;
