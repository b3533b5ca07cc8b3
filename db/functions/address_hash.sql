-- The form in which the suppression list keeps an email address: SHA-256 of it in lower case. In the collation "C" only
-- A to Z change, so that every server and every release computes the same hash.
create or replace function address_hash(address text) returns bytea
language sql immutable strict parallel safe as $$
  select sha256(convert_to(lower(address collate "C"), 'UTF8'))
$$;
