-- For changes that have no keys of their own: everything counts as changed.
create or replace function raise_content_version() returns trigger language plpgsql as $$
begin
  -- Functions are replaced before the migration that makes the table.
  if to_regclass('content_changes') is not null then
    perform record_content_changes('{all}');
  else
    update content_version set version = version + 1, raised_by = pg_current_xact_id()
    where raised_by <> pg_current_xact_id();
  end if;
  return null;
end $$;
