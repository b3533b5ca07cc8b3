create or replace function remember_removed_factor() returns trigger language plpgsql as $$
declare
  removed bytea;
begin
  if tg_table_name = 'passkeys' then
    removed := sha256(convert_to(old.credential_id, 'UTF8'));
  elsif tg_table_name = 'authenticator_apps' then
    removed := sha256(old.encrypted_secret);
  else
    removed := old.code_hash;
  end if;
  insert into removed_factors (fingerprint) values (removed) on conflict do nothing;
  return null;
end $$;
